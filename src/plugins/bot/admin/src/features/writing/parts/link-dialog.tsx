import { Box, Button, Field, Flex, Modal, TextInput, Typography } from '@strapi/design-system';
import {
  unstable_useContentManagerContext as useContentManagerContext,
  useFetchClient,
} from '@strapi/strapi/admin';
import { useEffect, useState, type ChangeEvent, type FormEvent } from 'react';

import { publicationAttributes } from '../../../core/content-manager/publication';
import { useText } from '../texts';

interface Found {
  documentId: string;
  title: string;
  address: string;
  isDraft: boolean;
}

const ADDRESS = /^([a-z][a-z0-9+.-]*:|\/|#|www\.)/i;
const SHOWN = 8;
/** Milliseconds without a key after which works are looked for. */
const PAUSE = 250;

/** Works of the site whose titles have these words, as the Content Manager finds them for this person. */
const useWorks = (words: string): Found[] | undefined => {
  const { contentType, model } = useContentManagerContext();
  const { get } = useFetchClient();
  const [found, setFound] = useState<Found[]>();
  const attributes = publicationAttributes(contentType);
  useEffect(() => {
    if (attributes === undefined) return undefined;
    const { title, slug, addresses } = attributes;
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
      setFound(
        data.results
          .filter((work) => work[slug])
          .map((work) => ({
            documentId: String(work.documentId),
            title: work[title] ?? '',
            address: addresses
              .replace(':slug', encodeURIComponent(work[slug] ?? ''))
              .replace(':id', work.documentId ?? '')
              .replace(':locale', work.locale ?? ''),
            isDraft: work.status === 'draft',
          }))
      );
    }, PAUSE);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the rest is the same as long as the dialog is open
  }, [words]);
  return found;
};

const escaped = (text: string): string => text.replace(/[[\]]/g, '\\$&');

interface Props {
  selected: string;
  onClose: () => void;
  onInsert: (markdown: string) => void;
}

/** Asks for an address, or finds a work of the site by its title. */
export const LinkDialog = ({ selected, onClose, onInsert }: Props) => {
  const { say } = useText();
  const [text, setText] = useState(ADDRESS.test(selected) ? '' : selected);
  const [typed, setTyped] = useState(ADDRESS.test(selected) ? selected : '');
  const isAddress = ADDRESS.test(typed);
  const works = useWorks(isAddress ? '' : typed.trim());

  const insert = (address: string, title: string): void => {
    const target = /^www\./.test(address) ? `https://${address}` : address;
    onInsert(
      `[${escaped(text.trim() || title)}](${target.replaceAll(' ', '%20').replaceAll(')', '%29')})`
    );
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The dialog stands in the form of the work, for React.
    event.stopPropagation();
    const [first] = works ?? [];
    if (isAddress) insert(typed, typed);
    else if (first) insert(first.address, first.title);
  };
  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => isOpen || onClose()}>
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{say('writing.link.title')}</Modal.Title>
        </Modal.Header>
        <form onSubmit={submit}>
          <Modal.Body>
            <Flex direction="column" alignItems="stretch" gap={4}>
              <Field.Root name="link-address">
                <Field.Label>{say('writing.link.address')}</Field.Label>
                <TextInput
                  value={typed}
                  autoFocus
                  autoComplete="off"
                  onChange={({ target }: ChangeEvent<HTMLInputElement>) => setTyped(target.value)}
                />
              </Field.Root>
              <Field.Root name="link-text">
                <Field.Label>{say('writing.link.text')}</Field.Label>
                <TextInput
                  value={text}
                  onChange={({ target }: ChangeEvent<HTMLInputElement>) => setText(target.value)}
                />
              </Field.Root>
              {!isAddress && (
                <Box role="group" aria-label={say('writing.link.works')}>
                  {works?.length === 0 && <Typography>{say('writing.link.none')}</Typography>}
                  <Flex tag="ul" direction="column" alignItems="stretch" gap={1}>
                    {works?.map(({ documentId, title, address, isDraft }) => (
                      <li key={documentId}>
                        <Button
                          type="button"
                          variant="ghost"
                          onClick={() => insert(address, title)}
                        >
                          {isDraft ? `${title} · ${say('writing.link.draft')}` : title}
                        </Button>
                      </li>
                    ))}
                  </Flex>
                </Box>
              )}
            </Flex>
          </Modal.Body>
          <Modal.Footer>
            <Button type="button" variant="tertiary" onClick={onClose}>
              {say('page.cancel')}
            </Button>
            <Button type="submit" disabled={!isAddress && !works?.length}>
              {say('writing.link.insert')}
            </Button>
          </Modal.Footer>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
};
