import { CHANGE_EVENTS, WHO } from '@fleet-bot/protocol';
import { z } from 'zod';

import { moment, rowNumber, searched } from '../../core/protocol/query-parameters';
import { createValidator } from '../../core/protocol/validate';

/** Timeline type of a rejected request. Rejected requests are not in the change table. */
export const REFUSED = 'request.refused';
/** Timeline type of a restored publication: its change is "created", but the publication was deleted before. */
export const RESTORED = 'publication.restored';

const KINDS = Object.entries(CHANGE_EVENTS)
  .flatMap(([kind, events]) => events.map((event) => `${kind}.${event}`))
  .concat(RESTORED, REFUSED);

/** Parses the query of `GET /bot/overview/timeline`. */
export const validateTimelineQuery = createValidator(
  z.strictObject({
    from: moment,
    to: moment,
    /** Kind and event of the changes to list, for example `publication.published`. */
    kind: z.enum(KINDS as [string, ...string[]]).optional(),
    who: z.enum(WHO).optional(),
    /** Search text: a part of a title, or a whole id, external id or request id. */
    search: searched.optional(),
    before: rowNumber.optional(),
  })
);

export type TimelineQuery = ReturnType<typeof validateTimelineQuery>;

/** Parses the query of `GET /bot/overview/days`. `to` is the end of the last day. */
export const validateDaysQuery = createValidator(z.strictObject({ to: moment }));

/** Parses the query of `GET /bot/overview/review`. */
export const validateReviewQuery = createValidator(
  z.strictObject({
    kind: z.enum(['drafts', 'scheduled', 'changed', 'reviewed']).default('drafts'),
    /** Search text: a part of a title. */
    search: searched.optional(),
    before: rowNumber.optional(),
  })
);

export type ReviewQuery = ReturnType<typeof validateReviewQuery>;

/** Parses the body of `PUT /bot/overview/reviewed`. */
export const validateReviewed = createValidator(
  z.strictObject({ ids: z.array(z.string().max(255)).min(1).max(100) })
);

/** Parses the body of `PUT /bot/overview/switches`. With `protectEditors` null the site's configuration applies. */
export const validateSwitches = createValidator(
  z.strictObject({ paused: z.boolean(), protectEditors: z.boolean().nullable() }).partial()
);
