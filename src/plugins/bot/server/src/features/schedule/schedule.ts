import { z } from '@strapi/utils';

import { createValidator, fieldInvalid, MUST_BE_OBJECT } from '../../core/protocol/validate';

/** When a publication is to be made public, and when no longer. */
export interface Schedule {
  publishAt: Date | null;
  unpublishAt: Date | null;
}

/** The end of the last year that a date is written in with four digits. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A moment as a request gives it: RFC 3339, with an offset. Kept to the millisecond. */
export const moment = (field: string) =>
  z.iso
    .datetime({
      offset: true,
      error: `${field} must be a time with an offset, such as 2030-01-31T08:00:00+01:00`,
    })
    .transform((text) => new Date(text))
    .refine((date) => date.getTime() <= LATEST, `${field} must be before the year 10000`);

/** The fields of a schedule, each as it is when it is given; null takes it away. */
export const scheduleFields = {
  publishAt: moment('publishAt').nullable(),
  unpublishAt: moment('unpublishAt').nullable(),
};

/** Validates a change of a schedule alone. */
export const validateSchedule = createValidator(
  z.strictObject(scheduleFields, MUST_BE_OBJECT).partial()
);

/**
 * Refuses a publication that is to be taken back before it is made public.
 * @param given what the request names of it
 * @throws `invalid-request` on the field that the request names
 */
export const assertOrder = (
  { publishAt, unpublishAt }: Schedule,
  given: Partial<Schedule>
): void => {
  if (publishAt !== null && unpublishAt !== null && unpublishAt <= publishAt) {
    const field = given.unpublishAt === undefined ? 'publishAt' : 'unpublishAt';
    throw fieldInvalid(field, 'unpublishAt must be after publishAt');
  }
};
