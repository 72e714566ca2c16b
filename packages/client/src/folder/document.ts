import { SLUG } from '@fleet-bot/protocol';
import { stringify } from 'yaml';
import { z } from 'zod';

import { dateInPath, momentOf } from './generators/dates';
import { splitFrontMatter } from './generators/front-matter';
import { createKeys, placeOf, textOf, textsOf, type KeyMap, type Keys } from './generators/keys';
import { withoutComponents, withoutMdx } from './generators/mdx';
import { expandShortcodes } from './generators/shortcodes';
import { headingOf, nameInWords, nameOfFile, withoutTags } from './generators/text';

/** A publication as a file. */
export interface Document {
  title: string;
  status?: 'draft' | 'published';
  slug?: string;
  firstPublishedAt?: string;
  publishAt?: string;
  unpublishAt?: string;
  /** In place of the path of the file. */
  externalId?: string;
  /** Of a publication without an externalId. */
  id?: string;
  /** Files beside this one, or ids of materials. */
  media?: string[];
  fields?: Record<string, unknown>;
  /** The program that wrote the file. */
  exportedBy?: string;
  body: string;
}

/** The mark of a file that `exportSite` wrote. */
export const EXPORTER = 'fleet-bot';

/** JSON Schemas of the fields of a site, by name (`fields` of GET /api/bot). */
export type SiteFields = Record<string, { maxLength?: number }>;

/** A file read as a publication. */
export interface Reading {
  document: Document;
  /** Front matter keys without a meaning, or without a field on the site. */
  ignoredKeys: string[];
  /** Fields cut to the length limit of the site. */
  truncatedFields: string[];
  /** True for a file that `exportSite` wrote: its text is as the site shows it. */
  isExport: boolean;
  /** The address of the file in its generator, or the last part of it. */
  address?: string;
  /** Former addresses. */
  aliases: string[];
  /** A slug from the file's name, for a new publication of a file that names none. */
  slugOfFile?: string;
  /** Shortcodes that are left in the text. */
  shortcodes: string[];
}

const time = z.iso.datetime({ offset: true, error: 'must be a time with an offset' });

/** Document ids of Strapi. An `id` of another form belongs to another program. */
const OWN_ID = /^[a-z0-9]{24}$/;

const timeIn = (keys: Keys, name: 'publishAt' | 'unpublishAt'): string | undefined => {
  const value = keys.takeExact(name) ?? undefined;
  const { data, error } = time.optional().safeParse(value);
  if (error) throw new Error(`${name}: ${error.issues[0]?.message}`);
  return data;
};

const booleanOf = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;

const statusIn = (keys: Keys): Document['status'] => {
  const isDraft = keys.take('draft', booleanOf);
  const isPublic = keys.take('published', booleanOf);
  const said = keys.take('status', (value) => {
    if (value === 'draft') return 'draft';
    return value === 'published' || value === 'publish' ? 'published' : undefined;
  });
  if (said) return said;
  if (isDraft === true || isPublic === false) return 'draft';
  return isPublic === true || isDraft === false ? 'published' : undefined;
};

/** Converts the last part of an address to a slug. Letters without a Latin form are left out. */
const slugOf = (part: string): string | undefined => {
  if (SLUG.test(part)) return part;
  const letters = part.normalize('NFKD').replace(/['’\p{M}]/gu, '');
  return (
    letters
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || undefined
  );
};

/** The address of a file in its generator: the slug is its last part, and it can have the date. */
const addressIn = (keys: Keys) => {
  let address: string | undefined;
  const slug = keys.take('slug', (value) => {
    address ??= textOf(value);
    const [last = ''] = (textOf(value) ?? '').split(/[?#]/)[0].split('/').filter(Boolean).slice(-1);
    return slugOf(last.replace(/\.(html?|md)$/i, ''));
  });
  return { address, slug, date: dateInPath(address) };
};

/** Cuts a text at the end of a word. */
const shorten = (text: string, length: number): string => {
  const start = [...text].slice(0, length - 1).join('');
  return `${start.replace(/\s+\S*$/u, '') || start}…`;
};

/** Converts a value to text without tags. */
const plainTextOf = (value: unknown): string | undefined => {
  const text = textOf(value);
  return text && textOf(withoutTags(text));
};

type Field = 'tags' | 'category' | 'excerpt' | 'author' | 'cover' | 'language';

const READERS: Record<Field, (value: unknown) => unknown> = {
  tags: textsOf,
  category: (value) => textsOf(value)?.[0],
  excerpt: plainTextOf,
  author: (value) => textsOf(value)?.join(', '),
  cover: placeOf,
  language: textOf,
};

const FIELDS = Object.keys(READERS) as Field[];

/** Fields that are emptied when their key is removed from a file. A language is never empty. */
export const IMPORTED_FIELDS = FIELDS.filter((name) => name !== 'language');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsIn = (keys: Keys, site: SiteFields) => {
  const fields: Record<string, unknown> = {};
  for (const name of FIELDS) {
    const value = name in site ? keys.take(name, READERS[name]) : undefined;
    if (value !== undefined) fields[name] = value;
  }
  for (const key of keys.unused().filter((one) => one in site)) fields[key] = keys.takeExact(key);
  const own = keys.takeExact('fields');
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(isRecord(own) ? own : {})) {
    if (name in site) fields[name] = value;
    else unknown.push(`fields.${name}`);
  }

  const truncatedFields = Object.keys(fields).filter((name) => {
    const [value, most] = [fields[name], site[name]?.maxLength];
    return typeof value === 'string' && most !== undefined && [...value].length > most;
  });
  for (const name of truncatedFields)
    fields[name] = shorten(String(fields[name]), site[name].maxLength!);
  return { fields, unknown, truncatedFields };
};

/** Names of keys that every site takes. */
const OWN_KEYS = [
  ...['title', 'status', 'draft', 'published', 'slug', 'aliases', 'media'],
  ...['date', 'firstPublishedAt', 'publishAt', 'unpublishAt'],
];

/** @throws Error if a name that a key is to have means nothing on a site */
export const assertMapFits = (map: KeyMap, site: SiteFields): void => {
  const unknown = Object.values(map).find((name) => !OWN_KEYS.includes(name) && !(name in site));
  if (unknown !== undefined) {
    const known = [...OWN_KEYS, ...Object.keys(site)].join(', ');
    throw new Error(`no key can be mapped to ${unknown}; there are ${known}`);
  }
};

/** Decodes a file. @throws Error if it is not UTF-8, instead of replacing characters by U+FFFD */
export const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error('is not UTF-8', { cause: error });
  }
};

/**
 * Reads a file as a publication.
 * @param file its path in the folder; the title if the file has no other
 * @param map keys that the file calls otherwise
 * @throws Error that names the fault of the front matter
 */
export const readDocument = (
  text: string,
  file: string,
  site: SiteFields,
  map?: KeyMap
): Reading => {
  const { head, body: written } = splitFrontMatter(text);
  const keys = createKeys(head, map);
  const id = textOf(keys.takeExact('id'));
  const externalId = textOf(keys.takeExact('externalId'));
  const ownId = id !== undefined && OWN_ID.test(id) ? id : undefined;
  const isExport = keys.takeExact('exportedBy') === EXPORTER;
  const { text: source, unknown } = isExport
    ? { text: written, unknown: [] }
    : expandShortcodes(/\.mdx$/i.test(file) ? withoutMdx(written) : withoutComponents(written));
  const titled = keys.take('title', isExport ? textOf : plainTextOf);
  const heading = titled === undefined ? headingOf(source) : undefined;
  const status = statusIn(keys);
  const [publishAt, unpublishAt] = [timeIn(keys, 'publishAt'), timeIn(keys, 'unpublishAt')];
  const { address, slug, date: dateOfAddress } = addressIn(keys);
  const aliases = keys.take('aliases', textsOf) ?? [];
  const date = keys.take('date', momentOf) ?? dateOfAddress ?? dateInPath(file);
  const isAhead = date !== undefined && Date.parse(date) > Date.now();
  const plannedAt = publishAt ?? (isAhead ? date : undefined);
  const slugOfFile = slugOf(nameOfFile(file));
  const media = keys.takeExact('media');
  const { fields, unknown: unknownFields, truncatedFields } = fieldsIn(keys, site);
  return {
    document: {
      title: titled ?? heading?.title ?? nameInWords(file),
      ...(status && { status }),
      ...(slug !== undefined && { slug }),
      ...(date !== undefined && !isAhead && { firstPublishedAt: date }),
      ...(plannedAt !== undefined && { publishAt: plannedAt }),
      ...(unpublishAt !== undefined && { unpublishAt }),
      ...(externalId !== undefined && { externalId }),
      ...(ownId !== undefined && { id: ownId }),
      ...(Array.isArray(media) && { media: media.map(String) }),
      ...(Object.keys(fields).length > 0 && { fields }),
      body: heading?.rest ?? source,
    },
    ignoredKeys: [...keys.unused(), ...unknownFields],
    truncatedFields,
    isExport,
    ...(address !== undefined && { address }),
    aliases,
    ...(slugOfFile !== undefined && { slugOfFile }),
    shortcodes: unknown,
  };
};

/** Writes a file. */
export const formatDocument = ({ body, ...head }: Document): string =>
  `---\n${stringify(head)}---\n${body}`;
