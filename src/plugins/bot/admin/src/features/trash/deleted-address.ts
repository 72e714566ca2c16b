/**
 * The address of a page of what was deleted.
 * @param before where the page starts; undefined for the first one
 */
export const deletedAddress = (
  root: string,
  search: string,
  before: number | undefined
): string => {
  const given = Object.entries({ search: search.trim(), before: String(before ?? '') });
  const parameters = new URLSearchParams(given.filter(([, value]) => value !== ''));
  return `${root}?${parameters.toString()}`;
};
