import type { DraftData } from './documents';

/**
 * Finds what a change makes different in a draft, so that one which says again what is there
 * writes nothing: no new revision, no event, no draft "in work".
 * @param draft what it holds
 * @param change only what is to change; apart are body and fields, which may be stored otherwise than they are said;
 *   `media` are row numbers of files in both
 * @returns undefined if nothing differs
 */
export const differenceOf = (
  draft: object,
  change: Omit<DraftData, 'body' | 'fields'>
): DraftData | undefined => {
  const different = Object.entries(change).filter(
    ([name, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(Reflect.get(draft, name))
  );
  return different.length > 0 ? Object.fromEntries(different) : undefined;
};
