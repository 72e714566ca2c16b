import type { ChangedKind, ChangeEvent, FeedItem, Who } from '@fleet-bot/protocol';

import { toDate, type DatabaseDate } from '../../core/database/connection';

/** A change that has its number. */
export interface ChangeRow {
  id: number;
  document_id: string;
  number: number;
  kind: ChangedKind;
  event: ChangeEvent;
  subject: string;
  external_id: string | null;
  title: string | null;
  who: Who;
  user_id: string | null;
  user_name: string | null;
  request_id: string | null;
  happened_at: DatabaseDate;
}

/** How bots are told of a change. */
export const toItem = (row: ChangeRow): FeedItem => ({
  id: row.document_id,
  type: `${row.kind}.${row.event}`,
  timestamp: toDate(row.happened_at).toISOString(),
  data: {
    id: row.subject,
    externalId: row.external_id,
    title: row.title,
    by: { who: row.who, id: row.user_id, name: row.user_name },
    requestId: row.request_id,
  },
});
