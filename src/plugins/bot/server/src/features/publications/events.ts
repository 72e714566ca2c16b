import { defineEvent, defineQuestion } from '../../core/hooks';

/** For how many days a deleted publication can be restored with its files; 0 for none. */
export const daysInTrash = defineQuestion<void, number>(() => 0);

/** Whether a publication that was deleted, by its id, can be restored. */
export const isRestorable = defineQuestion<string, Promise<boolean>>(async () => false);

/** A publication that was deleted is not kept any longer. */
export const publicationPurged = defineEvent<string>();

/** Whether there is a page that shows drafts to people who cannot log in. */
export const hasPreviews = defineQuestion<void, boolean>(() => false);

/** Finds the newest publications that have the words of a text, by their ids; undefined where nobody can look. */
export const publicationsWith = defineQuestion<string, Promise<string[]> | undefined>(
  () => undefined
);

/** Whether somebody can. */
export const isSearched = defineQuestion<void, boolean>(() => false);

/** A schedule was changed by this instance, and has committed. */
export const scheduleChanged = defineEvent<void>();

/** Whether somebody publishes and takes back when the time of a schedule has come. */
export const schedulesAreCarriedOut = defineQuestion<void, boolean>(() => false);
