import { Box, Button, Typography } from '@strapi/design-system';
import {
  unstable_useContentManagerContext as useContentManagerContext,
  useFetchClient,
} from '@strapi/strapi/admin';
import { useEffect, useState, type FormEvent } from 'react';

import { ModalFrame } from '../../../core/components/modal-frame';
import { TextField } from '../../../core/components/text-field';
import { FlexColumn } from '../../../core/components/flex-column';
import { publicationAttributes } from '../../../core/content-manager/publication';
import { useText } from '../../../core/texts/texts';
import { linkOf } from '../markdown';

interface Found {
  documentId: string;
  title: string;
  address: string;
  isDraft: boolean;
}

/**
 * Matches link addresses that the dialog accepts. Script, data and file URLs do not match, because the site's pages
 * remove such links.
 */
const ADDRESS = /^(?!(?:javascript|vbscript|data|file):)([a-z][a-z0-9+.-]*:|\/|#|www\.)/i;
/** Characters that would end an address in Markdown, and their escapes. */
const SAFE: Record<string, string> = { ' ': '%20', '(': '%28', ')': '%29', '<': '%3C', '>': '%3E' };

const SHOWN = 8;
/** Milliseconds without a keystroke before the search. */
const PAUSE = 250;

/**
 * Searches for publications by title, with the user's permissions. Returns the previous result until the next one
 * arrives.
 */
const useWorks = (words: string): { works?: Found[]; isCurrent: boolean } => {
  const { contentType, model } = useContentManagerContext();
  const { get } = useFetchClient();
  const [found, setFound] = useState<{ words: string; works: Found[] }>();
  const attributes = publicationAttributes(contentType);
  useEffect(() => {
    if (attributes === undefined) return undefined;
    const { title, slug, addresses } = attributes;
    let isOver = false;
    const timer = setTimeout(async () => {
      const params = {
        pageSize: SHOWN,
        sort: 'updatedAt:DESC',
        ...(words !== '' && { filters: { [title]: { $containsi: words } } }),
      };
      const { data } = await get<{ results: Record<string, string>[] }>(
        `/content-manager/collection-types/${model}`,
        { params }
      ).catch(() => ({ data: { results: [] } }));
      if (isOver) return;
      const works = data.results
        .filter((work) => work[slug])
        .map((work) => ({
          documentId: String(work.documentId),
          title: work[title] ?? '',
          address: addresses
            .replace(':slug', encodeURIComponent(work[slug] ?? ''))
            .replace(':id', work.documentId ?? '')
            .replace(':locale', work.locale ?? ''),
          isDraft: work.status === 'draft',
        }));
      setFound({ words, works });
    }, PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the other values do not change while the dialog is open
  }, [words]);
  return { works: found?.works, isCurrent: found?.words === words };
};

interface Props {
  selected: string;
  onClose: () => void;
  onInsert: (markdown: string) => void;
}

/** A dialog for a link: a URL, or a publication found by its title. */
export const LinkDialog = ({ selected, onClose, onInsert }: Props) => {
  const { t } = useText();
  const [text, setText] = useState(ADDRESS.test(selected) ? '' : selected);
  const [typed, setTyped] = useState(ADDRESS.test(selected) ? selected : '');
  const isAddress = ADDRESS.test(typed);
  const { works, isCurrent } = useWorks(isAddress ? '' : typed.trim());

  // Enter must not use a result of the previous search.
  const first = isCurrent ? works?.[0] : undefined;

  const insert = (address: string, title: string): void => {
    const target = /^www\./.test(address) ? `https://${address}` : address;
    onInsert(
      linkOf(
        text.trim() || title,
        target.replace(/[ ()<>]/g, (one) => SAFE[one] ?? one)
      )
    );
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React bubbles the event to the form of the publication, which must not be submitted.
    event.stopPropagation();
    if (isAddress) insert(typed, typed);
    else if (first) insert(first.address, first.title);
  };
  return (
    <ModalFrame
      title={t('writing.link.title')}
      onClose={onClose}
      cancel={t('page.cancel')}
      footer={
        <Button type="submit" form="link" disabled={!isAddress && !first}>
          {t('writing.link.insert')}
        </Button>
      }
    >
      <FlexColumn tag="form" id="link" onSubmit={submit} gap={4}>
        <TextField
          name="link-address"
          label={t('writing.link.address')}
          value={typed}
          autoFocus
          autoComplete="off"
          onChange={setTyped}
        />
        <TextField
          name="link-text"
          label={t('writing.link.text')}
          value={text}
          onChange={setText}
        />
        {!isAddress && (
          <Box role="group" aria-label={t('writing.link.works')}>
            {isCurrent && works?.length === 0 && <Typography>{t('writing.link.none')}</Typography>}
            <FlexColumn tag="ul" gap={1}>
              {works?.map(({ documentId, title, address, isDraft }) => (
                <li key={documentId}>
                  <Button type="button" variant="ghost" onClick={() => insert(address, title)}>
                    {isDraft ? `${title} · ${t('writing.link.draft')}` : title}
                  </Button>
                </li>
              ))}
            </FlexColumn>
          </Box>
        )}
      </FlexColumn>
    </ModalFrame>
  );
};
