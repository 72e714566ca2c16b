import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

import type { Client } from '../client';
import { BotError } from '../http/errors';
import { inParallel } from '../parallel';
import type { PublicationChange, Tagged } from '../resources/publications';
import type { Publication } from '@fleet-bot/protocol';

import { parseDocument, type Document } from './document';
import { readdress } from './links';
import { mapValues } from './values';

/** What became of a file, or would. */
export interface Imported {
  file: string;
  id?: string;
  action: 'create' | 'change' | 'publish' | 'unpublish' | 'unchanged' | 'failed';
  /** What is changed, or why it failed. */
  what: string[];
  /** Files that were uploaded for it. */
  uploads: number;
}

interface Options {
  dryRun?: boolean;
}

/** Files that are worked on at the same time. */
const AT_ONCE = 4;

const digestOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/** Whether what a file says is what the site shows: a record or a file by its id, slug, name or address. */
const isSame = (wanted: unknown, shown: unknown): boolean => {
  if (Array.isArray(wanted)) {
    const others = Array.isArray(shown) ? shown : [];
    return wanted.length === others.length && wanted.every((one, at) => isSame(one, others[at]));
  }
  if (typeof shown === 'object' && shown !== null && typeof wanted !== 'object') {
    const { id, slug, name, url } = shown as Record<string, unknown>;
    return [id, slug, name, url].includes(wanted);
  }
  if (typeof wanted === 'object' && wanted !== null) {
    const other = (shown ?? {}) as Record<string, unknown>;
    return Object.entries(wanted).every(([name, value]) => isSame(value, other[name]));
  }
  return wanted === (shown ?? null) || (wanted === '' && shown == null);
};

const isPast = (time: string | undefined): boolean =>
  time !== undefined && Date.parse(time) <= Date.now();

/** What a file wants readers to see now, and when that is to change: a time that has passed has done its work. */
const statusOf = ({ status, publishAt, unpublishAt }: Document) => {
  if (isPast(unpublishAt)) return { status: 'draft' as const };
  const times = { ...(unpublishAt && { unpublishAt }) };
  if (isPast(publishAt)) return { status: 'published' as const, times };
  return { status, times: { ...times, ...(publishAt && { publishAt }) } };
};

/** Brings the files of a folder to the site; files that it has already are found by their bytes. */
const createFiles = (client: Client, root: string, { dryRun }: Options) => {
  const uploads = new Map<string, Promise<{ id: string; url: string; isNew: boolean }>>();

  const bring = async (file: string, digest: string, alternativeText?: string) => {
    const { value: there } = await client.materials.list({ sha256: digest, limit: 1 }).next();
    if (there !== undefined) return { id: there.id, url: there.url, isNew: false };
    if (dryRun) return { id: file, url: file, isNew: true };
    const { id, url } = await client.materials.upload(file, { alternativeText });
    return { id, url, isNew: true };
  };

  /** The file that a text beside it names, if there is one; only what is in the folder is brought. */
  const find = async (document: string, name: string): Promise<string | undefined> => {
    if (/^([a-z][a-z0-9+.-]*:|[/#?])/i.test(name) || /\.md$/i.test(name)) return undefined;
    let file: string;
    try {
      const [plain = ''] = name.split(/[?#]/);
      file = await realpath(path.resolve(root, path.dirname(document), decodeURI(plain)));
    } catch {
      return undefined;
    }
    if (!(await stat(file)).isFile()) return undefined;
    if (!file.startsWith(root + path.sep)) throw new Error(`${name} is not in the folder`);
    return file;
  };

  return async (document: string, name: string, alternativeText?: string) => {
    const file = await find(document, name);
    if (file === undefined) return undefined;
    const digest = await digestOf(file);
    const brought = uploads.get(digest) ?? bring(file, digest, alternativeText);
    const isFirst = !uploads.has(digest);
    uploads.set(digest, brought);
    const { isNew, ...material } = await brought;
    return { ...material, isNew: isNew && isFirst };
  };
};

/** The publication of a file, by its externalId, or by its id where it has none. */
const findCurrent = async ({ publications }: Client, externalId: string, id?: string) => {
  const found = (await publications.find(externalId))?.id ?? id;
  if (found === undefined) return undefined;
  return publications.get(found).catch((error: unknown) => {
    if (error instanceof BotError && error.status === 404) return undefined;
    throw error;
  });
};

/** What of a file differs from the draft on the site. */
const differenceOf = (wanted: PublicationChange, current: Tagged<Publication>) => {
  const shown = { ...current, ...(current.draft ?? {}) } as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => {
      const isTime = name === 'publishAt' || name === 'unpublishAt';
      if (!isTime) return !isSame(value, shown[name]);
      return Date.parse(String(value)) !== Date.parse(String(shown[name]));
    })
  ) as PublicationChange;
};

/**
 * Brings a folder of Markdown files to a site. Each file is a publication, by its path; pictures and links to files beside
 * it are uploaded. Where nothing has changed, nothing is written.
 */
export const importFolder = async (
  client: Client,
  folder: string,
  options: Options = {}
): Promise<Imported[]> => {
  const { publications } = client;
  const root = await realpath(folder);
  const bring = createFiles(client, root, options);
  const names = (await readdir(root, { recursive: true }))
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => /\.md$/i.test(name) && !/(^|\/)\./.test(name))
    .sort();

  /** The document with what the site calls its files. */
  const onSite = async (file: string, document: Document) => {
    let uploads = 0;
    const brought = async (name: string, alt?: string) => {
      const material = await bring(file, name, alt);
      if (material?.isNew) uploads += 1;
      return material;
    };
    const idOf = async (name: string) => (await brought(name))?.id ?? name;
    const inField = async (value: unknown) =>
      typeof value === 'string' && /^\.\.?\//.test(value) ? idOf(value) : value;
    const { title, slug, media, fields } = document;
    const body = await readdress(
      document.body,
      async ({ url, alt }) => (await brought(url, alt))?.url
    );
    const wanted: PublicationChange = {
      title,
      body,
      ...(slug !== undefined && { slug }),
      ...(media && { media: await Promise.all(media.map(idOf)) }),
      ...(fields && { fields: await mapValues(fields, inField) }),
      ...statusOf(document).times,
    };
    return { wanted, uploads };
  };

  const importFile = async (file: string): Promise<Imported> => {
    const document = parseDocument(await readFile(path.join(root, file), 'utf8'));
    const { externalId = file, id } = document;
    const current = await findCurrent(client, externalId, id);
    const { wanted, uploads } = await onSite(file, document);
    const { status } = statusOf(document);
    if (current === undefined) {
      const what = [...Object.keys(wanted), ...(status === 'published' ? ['publish'] : [])];
      if (options.dryRun) return { file, action: 'create', what, uploads };
      const { slug, ...rest } = wanted;
      const made = await publications.create({ ...rest, title: document.title, externalId });
      if (slug !== undefined) await publications.update(made.id, { slug });
      if (status === 'published') await publications.publish(made.id);
      return { file, id: made.id, action: 'create', what, uploads };
    }
    const change = differenceOf(wanted, current);
    const what = Object.keys(change);
    const isChanged = what.length > 0;
    const publish = status === 'published' && (isChanged || current.status === 'draft');
    const unpublish = status === 'draft' && current.status === 'published';
    if (!options.dryRun) {
      if (isChanged || publish) await publications.update(current.id, change, { publish });
      if (unpublish) await publications.unpublish(current.id);
    }
    const rest = publish ? 'publish' : unpublish ? 'unpublish' : 'unchanged';
    return { file, id: current.id, action: isChanged ? 'change' : rest, what, uploads };
  };

  return inParallel(names, AT_ONCE, (file) =>
    importFile(file).catch((error: Error) => {
      const code = error instanceof BotError ? `${error.code}: ` : '';
      return { file, action: 'failed', what: [code + error.message], uploads: 0 };
    })
  );
};
