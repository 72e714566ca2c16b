import { EARLIEST } from '@fleet-bot/protocol';

/** Keys of static site generators by their meaning, in lower case without `-` and `_`. */
const SPELLINGS = {
  title: ['title'],
  date: [
    'firstpublishedat',
    ...['date', 'pubdate', 'pubdatetime', 'publishdate', 'publisheddate', 'publishedat'],
    ...['datepublished', 'publishedon', 'postdate', 'created', 'createdat', 'published'],
  ],
  draft: ['draft', 'isdraft', 'unlisted'],
  published: ['published', 'publish'],
  status: ['status'],
  slug: ['slug', 'permalink', 'path', 'url'],
  aliases: ['aliases', 'alias', 'redirectfrom'],
  tags: ['tags', 'tag', 'keywords'],
  category: ['category', 'categories'],
  excerpt: ['excerpt', 'description', 'summary', 'subtitle', 'spoiler', 'lead'],
  author: ['author', 'authors'],
  cover: [
    ...['cover', 'image', 'thumbnail', 'hero', 'heroimage', 'coverimage', 'featuredimage'],
    ...['banner', 'ogimage', 'socialimage', 'featureimage', 'headerimg', 'headerimage'],
    ...['header', 'previewimage', 'teaser', 'photo'],
  ],
  language: ['language', 'lang', 'locale'],
} as const;

export type Meaning = keyof typeof SPELLINGS;

const normalizeKey = (key: string): string => key.toLowerCase().replace(/[-_]/g, '');

const isEmpty = (value: unknown): boolean =>
  value == null || value === '' || (Array.isArray(value) && value.length === 0);

/** Reads front matter by the meaning of its keys, and records which keys were never read. */
export const createKeys = (head: Record<string, unknown>) => {
  const { taxonomies, ...rest } = head;
  // Zola keeps tags and categories there.
  const given = { ...(taxonomies as object), ...rest } as Record<string, unknown>;
  const unused = new Set(Object.keys(given));

  /** Returns the first value that `read` accepts among the keys with a meaning. */
  const take = <Value>(
    meaning: Meaning,
    read: (value: unknown) => Value | undefined
  ): Value | undefined => {
    for (const spelling of SPELLINGS[meaning]) {
      for (const key of Object.keys(given).filter((one) => normalizeKey(one) === spelling)) {
        const value = read(given[key]);
        if (value === undefined) continue;
        unused.delete(key);
        return value;
      }
    }
    return undefined;
  };

  return {
    take,
    /** Returns the value of the key with this exact name. */
    takeExact: (key: string): unknown => {
      unused.delete(key);
      return given[key];
    },
    /** Keys that were never read and are not empty. */
    unused: () => [...unused].filter((key) => !isEmpty(given[key])),
  };
};

export type Keys = ReturnType<typeof createKeys>;

/** Converts a value to text: titles can be numbers or dates. */
export const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  return typeof value === 'number' || value instanceof Date ? String(value) : undefined;
};

/** Converts a list, or a text with commas, to texts. Records are replaced by their names. */
export const textsOf = (value: unknown): string[] | undefined => {
  const all = Array.isArray(value) ? value : String(textOf(value) ?? '').split(',');
  const texts = all.flatMap((one: unknown) => textOf(nameIn(one)) ?? []);
  return texts.length > 0 ? texts : undefined;
};

const nameIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : value;

/** The path or address of a picture. Some themes nest it in a record. */
export const placeOf = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return textOf(value);
  const { src, url, image, path, relative, teaser } = value as Record<string, unknown>;
  return [src, url, image, path, relative, teaser].map(textOf).find(Boolean);
};

const LOCAL =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2})(:\d{2}(?::\d{2}(?:\.\d+)?)?))?(?: ?(Z|[+-]\d{2}:?\d{2}|UTC))?$/;

const twoDigits = (digits: string): string => digits.padStart(2, '0');

/**
 * Converts a date to RFC 3339 in UTC. Dates without an offset are read as UTC. Dates before those that sites take are
 * left out: generators write the year 1 for a missing date.
 */
export const momentOf = (value: unknown): string | undefined => {
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    // TomlDate.toISOString() leaves the offset out if the file has none.
    return value.getTime() < EARLIEST ? undefined : new Date(value.getTime()).toISOString();
  }
  const [, year, month = '', day = '', hour = '0', minutes = ':00', offset = 'Z'] =
    LOCAL.exec(textOf(value) ?? '') ?? [];
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  const zone = offset === 'UTC' ? 'Z' : offset;
  const at = Date.parse(`${date}T${twoDigits(hour)}${minutes}${zone}`);
  return at >= EARLIEST ? new Date(at).toISOString() : undefined;
};

const DAY = /(?:^|\/)(\d{4})[-/](\d{2})[-/](\d{2})(?=[-_/]|$)/;

/** The date in a path, as generators write it: `2019/05/31/storm`, `_posts/2019-05-31-storm.md`. */
export const dateInPath = (path: string | undefined): string | undefined => {
  const [, year, month, day] = DAY.exec(path ?? '') ?? [];
  return year && momentOf(`${year}-${month}-${day}`);
};
