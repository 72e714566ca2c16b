import { hasExtension } from './text';

/** Front matter keys of static site generators, grouped by meaning; in lower case without `-` and `_`. */
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
  excerpt: ['excerpt', 'description', 'summary', 'subtitle', 'spoiler', 'lead', 'desc'],
  author: ['author', 'authors'],
  cover: [
    ...['cover', 'image', 'thumbnail', 'hero', 'heroimage', 'coverimage', 'featuredimage'],
    ...['banner', 'bannerimage', 'ogimage', 'socialimage', 'featureimage', 'headerimg'],
    ...['headerimage', 'header', 'previewimage', 'teaser', 'photo', 'images'],
  ],
  language: ['language', 'lang', 'locale'],
} as const;

export type Meaning = keyof typeof SPELLINGS;

const normalizeKey = (key: string): string => key.toLowerCase().replace(/[-_]/g, '');

const isEmpty = (value: unknown): boolean =>
  value == null || value === '' || (Array.isArray(value) && value.length === 0);

/** New names for front matter keys: `{ spoilertext: 'excerpt' }`. */
export type KeyMap = Record<string, string>;

/** Renames front matter keys. A renamed key overrides a key of the file that already has this name. */
const rename = (head: Record<string, unknown>, map: KeyMap): Record<string, unknown> => {
  const names = new Map(Object.entries(map).map(([key, name]) => [normalizeKey(key), name]));
  const entries = Object.entries(head);
  const kept = entries.filter(([key]) => !names.has(normalizeKey(key)));
  const renamed = entries.flatMap(([key, value]): [string, unknown][] => {
    const name = names.get(normalizeKey(key));
    return name === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(kept), ...Object.fromEntries(renamed) };
};

/** Creates a reader that finds front matter values by the meaning of their keys, and records which keys are unread. */
export const createKeys = (head: Record<string, unknown>, map: KeyMap = {}) => {
  const { taxonomies, ...rest } = head;
  // Zola stores tags and categories under `taxonomies`.
  const values = rename({ ...(taxonomies as object), ...rest }, map);
  const unused = new Set(Object.keys(values));

  /**
   * Searches the unread front matter keys with this `meaning`, such as `date` and `pubDate`, for the first value that
   * `read` does not map to undefined. Returns the result of `read`.
   */
  const take = <Value>(
    meaning: Meaning,
    read: (value: unknown) => Value | undefined
  ): Value | undefined => {
    for (const spelling of SPELLINGS[meaning]) {
      for (const key of [...unused].filter((one) => normalizeKey(one) === spelling)) {
        const value = read(values[key]);
        if (value === undefined) continue;
        unused.delete(key);
        return value;
      }
    }
    return undefined;
  };

  return {
    take,
    takeExact: (key: string): unknown => {
      unused.delete(key);
      return values[key];
    },
    /** Keys that were never read and whose values are not empty. */
    unused: () => [...unused].filter((key) => !isEmpty(values[key])),
  };
};

export type Keys = ReturnType<typeof createKeys>;

/** Converts a value to trimmed text, undefined if empty. Titles may be numbers or dates. */
export const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  return typeof value === 'number' || value instanceof Date ? String(value) : undefined;
};

/**
 * Converts a list, an object or a comma-separated text to a list of texts. Objects are replaced by their `name`, or in exports of
 * WordPress by their `display_name`.
 * Undefined if no text remains.
 */
export const textsOf = (value: unknown): string[] | undefined => {
  const one = nameIn(value);
  const all = Array.isArray(one) ? one : String(textOf(one) ?? '').split(',');
  const texts = all.flatMap((one: unknown) => textOf(nameIn(one)) ?? []);
  return texts.length > 0 ? texts : undefined;
};

const nameIn = (value: unknown): unknown => {
  const { name, display_name: displayName } = Object(value) as Record<string, unknown>;
  return name ?? displayName ?? value;
};

/** Matches the id of a material, and paths without an extension. */
const ID_OR_PATH = /^(?:[a-z0-9]{24}|\S*\/\S*)$/;

/**
 * Path or URL of an image, or id of a material; for a list, of its first image. Some themes put the path into an object,
 * under keys such as `src`. Undefined for other texts: `teaser` and `header` may also contain words.
 */
export const placeOf = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return placeOf(value[0]);
  const { src, url, image, path, relative, teaser } = Object(value) as Record<string, unknown>;
  const text = textOf(value) ?? [src, url, image, path, relative, teaser].map(textOf).find(Boolean);
  return text !== undefined && (hasExtension(text) || ID_OR_PATH.test(text)) ? text : undefined;
};
