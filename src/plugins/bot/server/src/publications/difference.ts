import type { DraftData } from './documents';

/**
 * Finds what a change makes different in a draft, so that one which says again what is there
 * writes nothing: no new revision, no event, no draft "in work".
 * @param draft what it holds
 * @param change only what is to change, the body apart, which may be stored otherwise than it is said;
 *   `media` are row numbers of files in both
 * @returns undefined if nothing differs
 */
export const differenceOf = (
  draft: object,
  change: Omit<DraftData, 'body'>
): DraftData | undefined => {
  const different = Object.entries(change).filter(
    ([name, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(Reflect.get(draft, name))
  );
  return different.length > 0 ? Object.fromEntries(different) : undefined;
};
