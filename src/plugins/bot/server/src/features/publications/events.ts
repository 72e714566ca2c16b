import { defineEvent, defineQuestion } from '../../core/hooks';

/** Number of days in which a deleted publication and its files can be restored; 0 for none. */
export const daysInTrash = defineQuestion<void, number>(() => 0);

/** Whether a deleted publication, given by its id, can be restored. */
export const isRestorable = defineQuestion<string, Promise<boolean>>(async () => false);

/** Emitted after a deleted publication has been permanently deleted. */
export const publicationPurged = defineEvent<string>();

/** Whether there is a page that shows drafts to people without an account. */
export const hasPreviews = defineQuestion<void, boolean>(() => false);

/**
 * Hook that finds the ids of the newest publications that contain the words of a text; undefined if no feature can
 * search.
 */
export const publicationsWith = defineQuestion<string, Promise<string[]> | undefined>(
  () => undefined
);

/** Whether publications can be searched by words. */
export const isSearched = defineQuestion<void, boolean>(() => false);

/** Emitted after the commit of a schedule change by this instance. */
export const scheduleChanged = defineEvent<void>();

/** Whether a worker publishes and unpublishes at scheduled times. */
export const schedulesAreCarriedOut = defineQuestion<void, boolean>(() => false);

/**
 * Hook that finds the former slugs of publications, keyed by document id. A publication without former slugs is missing
 * in the answer.
 */
export const formerSlugsOf = defineQuestion<
  readonly string[],
  Promise<ReadonlyMap<string, string[]>>
>(async () => new Map());
