import { z } from 'zod';

import { answer } from './objects';
import type { Site } from './site';
import { pageLimit, time } from './texts';

/** Kinds of content whose changes are recorded. */
export const CHANGED_KINDS = ['publication', 'material'] as const;
export type ChangedKind = (typeof CHANGED_KINDS)[number];

/** Possible events of each kind. */
export const CHANGE_EVENTS = {
  publication: ['created', 'updated', 'published', 'unpublished', 'deleted'],
  material: ['created', 'updated', 'deleted'],
} as const satisfies Record<ChangedKind, readonly string[]>;
export type ChangeEvent = (typeof CHANGE_EVENTS)['publication'][number];

/** Names of changes in the feed and in webhooks, such as `publication.published`. */
export type ChangeType = `${ChangedKind}.${ChangeEvent}`;
export const CHANGE_TYPES: readonly ChangeType[] = CHANGED_KINDS.flatMap((kind) =>
  CHANGE_EVENTS[kind].map((event) => `${kind}.${event}` as const)
);

/**
 * Originators of changes: the fleet bot, a person in the admin panel, a client of Strapi's own content API, a
 * background worker of this plugin, and code of the site.
 */
export const WHO = ['bot', 'editor', 'api', 'worker', 'site'] as const;
export type Who = (typeof WHO)[number];

const ofPerson = z.string().nullable().describe('Of a person; else null');

/** Originator of a change. */
const actor = answer({ who: z.enum(WHO), id: ofPerson, name: ofPerson });
export type Actor = z.infer<typeof actor> & { requestId: string | null };

/** A change in a webhook, in the form of Standard Webhooks 1.0.0, section "payload". */
export const webhookChange = answer({
  type: z.enum(CHANGE_TYPES),
  timestamp: time.describe('When it was made, in UTC'),
  data: answer({
    id: z.string().describe('Of the publication or the material'),
    externalId: z.string().nullable(),
    title: z.string().nullable().describe('As it was after the change; of a material its name'),
    firstPublishedAt: time
      .nullable()
      .describe(
        'When the publication was first published, as it was after the change; null of others, and where an earlier version has recorded the change'
      ),
    by: actor,
    requestId: z
      .string()
      .nullable()
      .describe('Of the request under /api/bot by which it was done; else null'),
  }),
}).meta({
  id: 'ToldChange',
  examples: [
    {
      type: 'publication.published',
      timestamp: '2026-11-22T04:00:00.000Z',
      data: {
        id: 'xlmg7bfuokfd2t7t38yovepc',
        externalId: 'cms-4711',
        title: 'The Harbour',
        firstPublishedAt: '2026-11-22T04:00:00.000Z',
        by: { who: 'editor', id: '1', name: 'Ada Lovelace' },
        requestId: null,
      },
    },
  ],
});
export type WebhookChange = z.infer<typeof webhookChange>;

/** A change in the feed, with the id that its webhooks have (`webhook-id`). */
export const feedItem = webhookChange.extend({ id: z.string() }).meta({ id: 'Change' });
export type FeedItem = z.infer<typeof feedItem>;

/** Query parameters of the feed. */
export const feedQuery = ({ changes }: Pick<Site, 'changes'>) =>
  z.strictObject({
    after: z
      .string()
      .optional()
      .describe(
        'The next of an earlier answer, or latest for no items and the next of now; else all'
      ),
    limit: pageLimit(changes.pageDefault, changes.pageMaximum),
  });

/** A page of the feed, oldest change first. */
export const feedPage = answer({
  items: z.array(feedItem),
  next: z.string().describe('What the next request has as after; of an empty page too'),
  more: z.boolean().describe('Whether there are more items already'),
}).meta({ id: 'Changes' });
export type FeedPage = z.infer<typeof feedPage>;

/** Headers of a webhook (Standard Webhooks 1.0.0). */
export const webhookHeaders = answer({
  'webhook-id': z.string().describe('The id of the change in the feed, the same for each attempt'),
  'webhook-timestamp': z.string().describe('When this attempt was sent, in seconds since 1970'),
  'webhook-signature': z
    .string()
    .describe('v1, and the HMAC-SHA256; one per secret, with spaces between'),
});

/** State of one receiver of webhooks. */
export const webhookOverview = answer({
  url: z.string().describe('Without a password and without a query'),
  events: z.array(z.enum(CHANGE_TYPES)).nullable().describe('What it is told of; null for all'),
  behind: z.number().describe('Changes that were not sent to it yet'),
  waiting: z
    .number()
    .describe('Changes that it did not accept and that are sent again; counted up to 1,000'),
  lastTakenAt: time.nullable().describe('When it has last taken a change'),
  disabledAt: time.nullable().describe('Since when it is switched off, because it answered 410'),
  dead: z
    .array(
      answer({
        change: feedItem,
        attempts: z.number(),
        lastError: z.string().nullable(),
        deadSince: time,
      })
    )
    .describe('The latest changes that were given up, at most 100'),
}).meta({ id: 'Webhook' });
export type WebhookOverview = z.infer<typeof webhookOverview>;

/** Number of changes that will be sent again. */
export const retriedWebhooks = answer({ retried: z.number() });
