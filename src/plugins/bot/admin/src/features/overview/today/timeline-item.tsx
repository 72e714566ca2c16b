import { Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';

import type { TextKey } from '../../../core/texts/languages';
import { useText } from '../../../core/texts/use-text';

/** A change, as `GET /bot/overview/timeline` tells it. */
export interface Change {
  id: string;
  type: string;
  timestamp: string;
  data: {
    id: string;
    externalId: string | null;
    title: string | null;
    by: { who: string; id: string | null; name: string | null };
    requestId: string | null;
  };
}

const placeOf = ({ type, data }: Change, contentType: string): string =>
  type.startsWith('publication.')
    ? `/content-manager/collection-types/${contentType}/${data.id}`
    : `/plugins/upload?_q=${encodeURIComponent(data.title ?? '')}`;

/** One change: what, of which work or file, by whom, when, in which request. */
export const TimelineItem = ({ change, contentType }: { change: Change; contentType: string }) => {
  const { say, when } = useText();
  const { type, timestamp, data } = change;
  const title = data.title?.trim() || say('page.untitled');
  const who = data.by.name ?? say(`page.who.${data.by.who}` as TextKey);
  const isThere = !type.endsWith('.deleted');
  return (
    <Flex
      tag="li"
      direction="column"
      alignItems="stretch"
      gap={1}
      style={{ overflowWrap: 'anywhere' }}
    >
      <Flex gap={2} alignItems="baseline" wrap="wrap">
        <Typography fontWeight="bold">{say(`page.kind.${type}` as TextKey)}</Typography>
        {isThere ? (
          <Link tag={NavLink} to={placeOf(change, contentType)}>
            {title}
          </Link>
        ) : (
          <Typography>{title}</Typography>
        )}
      </Flex>
      <Typography variant="pi" textColor="neutral600">
        {[who, when(timestamp), data.requestId && say('page.today.request', { id: data.requestId })]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
    </Flex>
  );
};
