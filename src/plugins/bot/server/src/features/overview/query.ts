import { CHANGE_EVENTS, WHO } from '@fleet-bot/protocol';
import { z } from 'zod';

import { moment, rowNumber, searched } from '../../core/protocol/query-parameters';
import { createValidator } from '../../core/protocol/validate';

/** What no change says: a request that was refused. */
export const REFUSED = 'request.refused';
/** What changes say by "created": a publication that was deleted before. */
export const RESTORED = 'publication.restored';

const KINDS = Object.entries(CHANGE_EVENTS)
  .flatMap(([kind, events]) => events.map((event) => `${kind}.${event}`))
  .concat(RESTORED, REFUSED);

/** Query of `GET /bot/overview/timeline`. */
export const validateTimelineQuery = createValidator(
  z.strictObject({
    from: moment,
    to: moment,
    /** As `publication.published`. */
    kind: z.enum(KINDS as [string, ...string[]]).optional(),
    who: z.enum(WHO).optional(),
    /** In a title; or an id, an external id or a request id as it stands. */
    search: searched.optional(),
    before: rowNumber.optional(),
  })
);

export type TimelineQuery = ReturnType<typeof validateTimelineQuery>;

/** Query of `GET /bot/overview/review`. */
export const validateReviewQuery = createValidator(
  z.strictObject({
    kind: z.enum(['drafts', 'scheduled', 'changed', 'reviewed']).default('drafts'),
    /** In a title. */
    search: searched.optional(),
    before: rowNumber.optional(),
  })
);

export type ReviewQuery = ReturnType<typeof validateReviewQuery>;

/** Body of `PUT /bot/overview/reviewed`. */
export const validateReviewed = createValidator(
  z.strictObject({ ids: z.array(z.string().max(255)).min(1).max(100) })
);

/** Body of `PUT /bot/overview/switches`; `protectEditors` null leaves it to the site's configuration. */
export const validateSwitches = createValidator(
  z.strictObject({ paused: z.boolean(), protectEditors: z.boolean().nullable() }).partial()
);
