import { schedule, type Schedule } from '@fleet-bot/protocol';

import { createValidator, fieldInvalid } from '../../../core/protocol/validate';

/** Validates a change of a schedule alone. */
export const validateSchedule = createValidator(schedule.partial());

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
