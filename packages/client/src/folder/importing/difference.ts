import type { Publication } from '@fleet-bot/protocol';

import type { PublicationChange, Tagged } from '../../resources/publications';

/** Normalizes a name as sites do when they match names: `Space Travel` equals `space-travel`. */
const normalizeName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

/** Removes repeated names of the same related entry or material, because a site lists each only once. */
const withoutRepeated = (wanted: unknown[], shown: unknown[]): unknown[] => {
  const places = wanted.map((one) =>
    typeof one === 'string'
      ? shown.findIndex((entry) => typeof entry === 'object' && isSame(one, entry))
      : -1
  );
  return wanted.filter((_one, at) => places[at] === -1 || places.indexOf(places[at]) === at);
};

/** Whether a value in a file equals the value on the site. Related entries and media match by id, slug, name or URL. */
const isSame = (wanted: unknown, shown: unknown): boolean => {
  if (Array.isArray(wanted)) {
    const others: unknown[] = Array.isArray(shown) ? shown : [];
    const distinct = withoutRepeated(wanted, others);
    return (
      distinct.length === others.length && distinct.every((one, at) => isSame(one, others[at]))
    );
  }
  if (typeof shown === 'object' && shown !== null && typeof wanted !== 'object') {
    const { id, slug, name, url } = shown as Record<string, unknown>;
    const isNamed =
      typeof name === 'string' &&
      typeof wanted === 'string' &&
      normalizeName(name) === normalizeName(wanted);
    return isNamed || [id, slug, url].includes(wanted);
  }
  if (typeof wanted === 'object' && wanted !== null) {
    const other = (shown ?? {}) as Record<string, unknown>;
    return Object.entries(wanted).every(([name, value]) => isSame(value, other[name]));
  }
  return wanted === (shown ?? null) || (wanted === '' && shown == null);
};

const TIMES = new Set(['firstPublishedAt', 'publishAt', 'unpublishAt']);

/** Properties in which a file differs from the draft on the site, with the values of the file. */
export const differenceOf = (wanted: PublicationChange, current: Tagged<Publication>) => {
  const shown = { ...current, ...(current.draft ?? {}) } as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => {
      if (!TIMES.has(name)) return !isSame(value, shown[name]);
      return Date.parse(String(value)) !== Date.parse(String(shown[name]));
    })
  ) as PublicationChange;
};
