import {
  unstable_useContentManagerContext as useContentManagerContext,
  useForm,
} from '@strapi/strapi/admin';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useParams } from 'react-router-dom';

import {
  publicationAttributes,
  type PublicationAttributes,
} from '../../core/content-manager/panel-metadata';
import { text } from '../../core/texts/text';

import { readAgain } from '../../core/content-manager/refetch';
import { useLatestNews } from './use-unread-changes';
import { useSaveAsNew } from './use-save-as-new';

/** What `GET /bot/news/:type/:id` tells. */
interface DocumentNews {
  latest: number;
  change: { event: string; who: string; name: string | null } | null;
}

const DONE = {
  created: text('news.updated'),
  updated: text('news.updated'),
  published: text('news.published'),
  unpublished: text('news.unpublished'),
  deleted: text('news.deleted'),
};

const WHO: Record<string, ReturnType<typeof text> | undefined> = {
  bot: text('news.bot'),
  worker: text('news.schedule'),
};

interface NoticeProps {
  attributes: PublicationAttributes;
  model: string;
  documentId: string;
}

const Notice = ({ attributes, model, documentId }: NoticeProps) => {
  const intl = useIntl();
  const isModified = useForm('DocumentNews', (form) => form.modified);
  const [news, setNews] = useLatestNews<DocumentNews>(
    `/bot/news/${model}/${documentId}`,
    ({ change }) => change !== null
  );
  const { save, isSaving } = useSaveAsNew(attributes);
  const change = news?.change;
  const isDeleted = change?.event === 'deleted';

  // Where nothing is typed, what is there now can be shown at once.
  useEffect(() => {
    if (news !== undefined && !isDeleted && !isModified) readAgain(model, documentId);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- with each news, not with each key
  }, [news]);

  if (!change) return null;
  const who =
    change.who === 'editor' && change.name !== null
      ? change.name
      : intl.formatMessage(WHO[change.who] ?? text('news.somebody'));
  const done = DONE[change.event as keyof typeof DONE] ?? DONE.updated;
  return (
    <Box
      role="status"
      background={isDeleted ? 'danger100' : 'primary100'}
      borderColor={isDeleted ? 'danger200' : 'primary200'}
      hasRadius
      padding={3}
      width="100%"
    >
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Typography textColor="neutral800">
          {intl.formatMessage(done, { who })}
          {(isModified || isDeleted) && ` ${intl.formatMessage(text('news.kept'))}`}
        </Typography>
        <Flex gap={2} wrap="wrap">
          {isDeleted && (
            <Button variant="secondary" loading={isSaving} onClick={save}>
              {intl.formatMessage(text('news.save-as-new'))}
            </Button>
          )}
          {!isDeleted && isModified && (
            <Button variant="secondary" onClick={() => readAgain(model, documentId)}>
              {intl.formatMessage(text('news.show'))}
            </Button>
          )}
          {!isDeleted && (
            <Button variant="tertiary" onClick={() => setNews(undefined)}>
              {intl.formatMessage(text('news.seen'))}
            </Button>
          )}
        </Flex>
      </Flex>
    </Box>
  );
};

/** Under the buttons of the edit view: what somebody else has just done to this publication. */
export const DocumentNewsNotice = () => {
  const { contentType, model, id } = useContentManagerContext();
  const { origin } = useParams();
  const attributes = publicationAttributes(contentType);
  return attributes === undefined || id === undefined || origin !== undefined ? null : (
    <Notice key={id} attributes={attributes} model={model} documentId={id} />
  );
};
