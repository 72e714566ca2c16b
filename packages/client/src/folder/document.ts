import { SLUG } from '@fleet-bot/protocol';
import { stringify } from 'yaml';
import { z } from 'zod';

import { dateInPath, momentOf } from './generators/dates';
import { withoutExtensions } from './generators/extensions';
import { splitFrontMatter } from './generators/front-matter';
import { createKeys, placeOf, textOf, textsOf, type KeyMap, type Keys } from './generators/keys';
import { withoutComponents, withoutMdx } from './generators/mdx';
import { expandShortcodes } from './generators/shortcodes';
import { headingOf, nameInWords, nameOfFile, withoutTags } from './generators/text';

/** Content of a file: front matter and body of a publication. */
export interface Document {
  title: string;
  status?: 'draft' | 'published';
  slug?: string;
  firstPublishedAt?: string;
  publishAt?: string;
  unpublishAt?: string;
  /** External id of the publication. Default: derived from the path of the file. */
  externalId?: string;
  /** Document id of Strapi, for a publication without an externalId. */
  id?: string;
  /** Media of the publication: paths of files, relative to this file, or ids of materials. */
  media?: string[];
  fields?: Record<string, unknown>;
  body: string;
}

const fileTexts = z.record(
  z.string(),
  z.object({
    name: z.string().optional(),
    alternativeText: z.string().optional(),
    caption: z.string().optional(),
  })
);

/** Name, alternative text and caption of materials, by the paths of their files. */
export type FileTexts = z.infer<typeof fileTexts>;

/** Value of `exportedBy` in files that `exportSite` wrote. */
export const EXPORTER = 'fleet-bot';

/** A file as `exportSite` writes it. */
export interface ExportedDocument extends Document {
  /** Former addresses of the publication. Each is a complete address, a path or a slug. */
  aliases?: string[];
  /**
   * Names, alternative texts and captions of files; only those texts that an import cannot derive from the file names
   * and the body.
   */
  files?: FileTexts;
  exportedBy?: string;
}

/** JSON Schemas of the fields that publications have on a site, by name (`fields` of GET /api/bot). */
export type SiteFields = Record<string, { maxLength?: number }>;

/** Result of parsing a file. */
export interface Reading {
  document: Document;
  /** Front matter keys that are unknown, or name a field that publications on the site do not have. */
  ignoredKeys: string[];
  /** Names of fields that were cut to the site's length limit. */
  truncatedFields: string[];
  /** Whether `exportSite` wrote the file. Its body is then used unchanged. */
  isExport: boolean;
  /**
   * Address of the text on the website that its static site generator builds, or only the last part of that address.
   */
  address?: string;
  /** Former addresses of the text. */
  aliases: string[];
  /** Names, alternative texts and captions that `exportSite` wrote into this file for the files that the text uses. */
  files: FileTexts;
  /** Slug derived from the file name, for new publications without a slug in the front matter. */
  slugOfFile?: string;
  /** Names of unknown shortcodes and variables, which stay in the text. */
  shortcodes: string[];
  /** Names of components that were left out and have no content. */
  components: string[];
}

const time = z.iso.datetime({ offset: true, error: 'must be a time with an offset' });

/** Format of Strapi's document ids. A front matter `id` of another format is from another program. */
const OWN_ID = /^[a-z0-9]{24}$/;

const timeIn = (keys: Keys, name: 'publishAt' | 'unpublishAt'): string | undefined => {
  const value = keys.takeExact(name) ?? undefined;
  const { data, error } = time.optional().safeParse(value);
  if (error) throw new Error(`${name}: ${error.issues[0]?.message}`);
  return data;
};

const filesIn = (keys: Keys): FileTexts => {
  const { data, error } = fileTexts.safeParse(keys.takeExact('files') ?? {});
  if (error) throw new Error(`files: ${z.prettifyError(error)}`);
  return data;
};

const booleanOf = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;

const statusIn = (keys: Keys): Document['status'] => {
  const isDraft = keys.take('draft', booleanOf);
  const isPublic = keys.take('published', booleanOf);
  const fromStatus = keys.take('status', (value) => {
    if (value === 'draft') return 'draft';
    return value === 'published' || value === 'publish' ? 'published' : undefined;
  });
  if (fromStatus) return fromStatus;
  if (isDraft === true || isPublic === false) return 'draft';
  return isPublic === true || isDraft === false ? 'published' : undefined;
};

/**
 * Converts the last part of an address to a slug of Latin letters and digits. Accents and all other letters are
 * removed. Undefined if nothing remains.
 */
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

/**
 * Reads the address of a text on the website of its static site generator. The last part of the address becomes the
 * slug; the address may also contain a date.
 */
const addressIn = (keys: Keys) => {
  let address: string | undefined;
  const slug = keys.take('slug', (value) => {
    address ??= textOf(value);
    const [last = ''] = (textOf(value) ?? '').split(/[?#]/)[0].split('/').filter(Boolean).slice(-1);
    return slugOf(last.replace(/\.(html?|md)$/i, ''));
  });
  return { address, slug, date: dateInPath(address) };
};

/** Cuts a text to `length` characters, at the end of a word, and adds an ellipsis. */
const shorten = (text: string, length: number): string => {
  const start = [...text].slice(0, length - 1).join('');
  return `${start.replace(/\s+\S*$/u, '') || start}…`;
};

/** Converts a front matter value to text without HTML tags. */
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
  language: (value) => textOf(value)?.replace('_', '-'),
};

const FIELDS = Object.keys(READERS) as Field[];

/** Fields that an import clears when their key is removed from the file. The language cannot be empty. */
export const IMPORTED_FIELDS = FIELDS.filter((name) => name !== 'language');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the fields that publications have on the site, and cuts texts that exceed the site's length limits. */
const fieldsIn = (keys: Keys, site: SiteFields) => {
  const fields: Record<string, unknown> = {};
  // A key with the name of a field of the site, such as `images`, means this field, and not the cover.
  const ofSite = keys.unused().filter((key) => key in site && !(key in READERS));
  for (const key of ofSite) fields[key] = keys.takeExact(key);
  for (const name of FIELDS) {
    const value = name in site ? keys.take(name, READERS[name]) : undefined;
    if (value !== undefined) fields[name] = value;
  }
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

/** Front matter keys that every site supports. */
const OWN_KEYS = [
  ...['title', 'status', 'draft', 'published', 'slug', 'aliases', 'media'],
  ...['date', 'firstPublishedAt', 'publishAt', 'unpublishAt'],
];

/**
 * Verifies that each key is mapped to a key that every site supports, or to a field of publications on this site.
 * @throws Error otherwise
 */
export const assertMapFits = (map: KeyMap, site: SiteFields): void => {
  const unknown = Object.values(map).find((name) => !OWN_KEYS.includes(name) && !(name in site));
  if (unknown !== undefined) {
    const known = [...OWN_KEYS, ...Object.keys(site)].join(', ');
    throw new Error(`no key can be mapped to ${unknown}; there are ${known}`);
  }
};

/** Decodes a file. @throws Error if it is not UTF-8, in place of inserting U+FFFD */
export const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error('is not UTF-8', { cause: error });
  }
};

/** Converts special syntax of static site generators, such as shortcodes and components, to Markdown and HTML. */
const convert = (source: string, file: string, head: Record<string, unknown>) => {
  const components = new Set<string>();
  const clean = /\.mdx$/i.test(file) ? withoutMdx : withoutComponents;
  const { text, unknown } = expandShortcodes(withoutExtensions(clean(source, components)), head);
  return { text, shortcodes: unknown, components: [...components] };
};

/**
 * Parses a Markdown or MDX file, as static site generators use them, into a publication.
 * @param file path in the folder. The title and the date are derived from it if the file has none.
 * @param site fields of publications on the site; other front matter keys are ignored
 * @param map other names for front matter keys
 * @throws Error that describes the invalid front matter
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
  const {
    text: source,
    shortcodes,
    components,
  } = isExport ? { text: written, shortcodes: [], components: [] } : convert(written, file, head);
  const titled = keys.take('title', isExport ? textOf : plainTextOf);
  const found = isExport && titled !== undefined ? undefined : headingOf(source);
  // Pages show the title already, so the text does not begin with it.
  const heading = titled === undefined || titled === plainTextOf(found?.title) ? found : undefined;
  const status = statusIn(keys);
  const [publishAt, unpublishAt] = [timeIn(keys, 'publishAt'), timeIn(keys, 'unpublishAt')];
  const { address, slug, date: dateOfAddress } = addressIn(keys);
  const aliases = keys.take('aliases', textsOf) ?? [];
  const date = keys.take('date', momentOf) ?? dateOfAddress ?? dateInPath(file);
  const isAhead = date !== undefined && Date.parse(date) > Date.now();
  const plannedAt = publishAt ?? (isAhead ? date : undefined);
  const slugOfFile = slugOf(nameOfFile(file));
  const media = keys.takeExact('media');
  const files = isExport ? filesIn(keys) : {};
  const { fields, unknown: unknownFields, truncatedFields } = fieldsIn(keys, site);
  return {
    document: {
      title: titled ?? plainTextOf(heading?.title) ?? nameInWords(file),
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
    files,
    ...(slugOfFile !== undefined && { slugOfFile }),
    shortcodes,
    components,
  };
};

/** Formats a publication as a file: YAML front matter and the body. */
export const formatDocument = ({ body, ...head }: ExportedDocument): string =>
  `---\n${stringify(head)}---\n${body}`;
