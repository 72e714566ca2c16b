import { realpath } from 'node:fs/promises';
import path from 'node:path';

import type { Publication } from '@fleet-bot/protocol';

import type { Client } from '../client';
import { BotError } from '../http/errors';
import { inParallel } from '../parallel';
import type { PublicationChange, Tagged } from '../resources/publications';

import { differenceOf } from './difference';
import type { Document, SiteFields } from './document';
import { createFiles, type Referrer } from './files';
import { readdress } from './links';
import { readFolder, type Text } from './reading';
import { mapValues } from './values';
import { createWrites } from './writes';

/** The result for one text; of a dry run, the result that an import would have. */
export interface Imported {
  file: string;
  id?: string;
  action: 'create' | 'change' | 'publish' | 'unpublish' | 'unchanged' | 'skipped' | 'failed';
  /** The changed fields, or the reason for skipping or failing. */
  what: string[];
  /** The number of files uploaded for this text. */
  uploads: number;
  /** Files that were not imported and a slug that is taken, each with the reason. */
  warnings: string[];
  /** Front matter keys without a meaning, or without a field on the site. */
  ignoredKeys: string[];
  /** Fields cut to the length limit of the site. */
  truncatedFields: string[];
  /** True if the option `publish` would publish or schedule this text. */
  needsPublish: boolean;
}

export interface ImportResult {
  texts: Imported[];
  /** Files of the folder that are no texts. They are uploaded only where a text names them. */
  others: string[];
}

export interface ImportOptions {
  dryRun?: boolean;
  /** Publishes or schedules all texts but drafts. Without it new texts are drafts, and public ones stay public. */
  publish?: boolean;
  /** The first part of each `externalId`; by default the name of the folder. */
  name?: string;
  /** A folder around this one whose files the texts may name. */
  root?: string;
  /** Makes a key without a meaning an error of its file. */
  strict?: boolean;
  /** Also changes publications that an editor has changed since the bot's last write. */
  overwrite?: boolean;
}

/** Texts that are imported at the same time. */
const AT_ONCE = 4;

/** Matches the value of a field that names a file. */
const PLACE = /^\.{0,2}\/|^[^\s:]+\.(avif|gif|jpe?g|png|svg|tiff?|webp|mp3|mp4|webm|pdf)$/i;

const isPast = (time: string | undefined): boolean =>
  time !== undefined && Date.parse(time) <= Date.now();

/** The status that a file asks for now, and the times at which it changes. Past times count as done. */
const plansOf = ({ status = 'published', publishAt, unpublishAt }: Document) => {
  if (status === 'draft' || isPast(unpublishAt)) return { status: 'draft' as const, times: {} };
  const times = { ...(unpublishAt && { unpublishAt }) };
  if (publishAt === undefined || isPast(publishAt)) return { status: 'published' as const, times };
  return { status: 'draft' as const, times: { ...times, publishAt } };
};

/**
 * Finds the publication of a file by its externalId, or else by the id in the file. Earlier versions of this command used
 * the path alone as externalId. Another folder can have the same path, so the title must match too.
 */
const findCurrent = async ({ publications }: Client, { file, externalId, reading }: Text) => {
  const { document } = reading;
  const byPath = async () => {
    const there = document.externalId === undefined ? await publications.find(file) : undefined;
    return there?.title === document.title ? there : undefined;
  };
  const there = (await publications.find(externalId)) ?? (await byPath());
  const found = there?.id ?? document.id;
  if (found === undefined) return undefined;
  return publications.get(found).catch((error: unknown) => {
    if (error instanceof BotError && error.status === 404) return undefined;
    throw error;
  });
};

/**
 * Imports a folder of Markdown files. Each file is a publication, identified by the name of the folder and its path.
 * Files that the texts name are uploaded. Nothing is written where nothing has changed.
 * @throws BotError if the site does not answer
 */
export const importFolder = async (
  client: Client,
  folder: string,
  options: ImportOptions = {}
): Promise<ImportResult> => {
  const { publications } = client;
  const { dryRun, publish = false, strict, overwrite = false } = options;
  const writes = createWrites(client);
  const inner = await realpath(folder);
  const root = options.root === undefined ? inner : await realpath(options.root);
  if (root !== inner && !inner.startsWith(root + path.sep)) {
    throw new Error(`${folder} is not in ${options.root}`);
  }
  const importFile = createFiles(client, inner, { dryRun, root });
  const site = ((await client.about())?.fields ?? {}) as SiteFields;
  const prefix = options.name ?? path.basename(inner);
  const { reads, others } = await readFolder(inner, { site, strict, prefix });

  /** The document with its files replaced by materials of the site. */
  const onSite = async (referrer: Referrer, document: Document) => {
    let uploads = 0;
    const warnings = new Set<string>();
    /** @returns null for a file that is not imported, undefined for a name that is no file's */
    const materialOf = async (name: string, alternativeText?: string) => {
      const material = await importFile(referrer, name, alternativeText);
      if (material && 'reason' in material) {
        warnings.add(`${name} ${material.reason}`);
        return null;
      }
      if (material?.isNew) uploads += 1;
      return material;
    };
    const idOf = async (name: string) => {
      const material = await materialOf(name);
      return material === null ? undefined : (material?.id ?? name);
    };
    const body = await readdress(document.body, async ({ url, alt }) => {
      const material = await materialOf(url, alt);
      if (material !== null) return material?.url;
      return alt === undefined ? undefined : { instead: alt };
    });
    const { title, slug, fields, firstPublishedAt } = document;
    const media = document.media && (await Promise.all(document.media.map(idOf)));
    const wanted: PublicationChange = {
      title,
      body,
      ...(slug !== undefined && { slug }),
      ...(firstPublishedAt !== undefined && { firstPublishedAt }),
      ...(media && { media: media.filter((id) => id !== undefined) }),
      ...(fields && {
        fields: await mapValues(fields, async (value) =>
          typeof value === 'string' && PLACE.test(value) ? idOf(value) : value
        ),
      }),
      ...(publish && plansOf(document).times),
    };
    return { wanted, uploads, warnings: [...warnings] };
  };

  const create = async (text: Text, wanted: PublicationChange, isPublished: boolean) => {
    const what = [...Object.keys(wanted), ...(isPublished ? ['publish'] : [])];
    const outcome = { action: 'create' as const, what };
    if (dryRun) return { ...outcome, warnings: [] };
    const { title } = text.reading.document;
    const { id, warnings } = await writes.create(title, text.externalId, wanted);
    if (isPublished) await publications.publish(id);
    return { ...outcome, id, warnings };
  };

  const change = async (
    { reading: { document } }: Text,
    wanted: PublicationChange,
    current: Tagged<Publication>,
    isPublished: boolean
  ) => {
    const difference = differenceOf(wanted, current);
    const isPublic = current.status === 'published';
    const publishes = isPublished && (Object.keys(difference).length > 0 || !isPublic);
    const unpublishes = publish && document.status === 'draft' && isPublic;
    const condition = overwrite ? { ifMatch: current.etag } : { protectEditors: true };
    const updates = { publish: publishes, ...condition };
    const warnings = dryRun ? [] : await writes.change(current.id, difference, updates);
    if (unpublishes && !dryRun) {
      // Only a change can be refused for an editor's sake. One of nothing changes nothing.
      const { etag } = await publications.update(current.id, {}, overwrite ? {} : condition);
      await publications.unpublish(current.id, { ifMatch: etag });
    }
    const what = Object.keys(difference).filter((name) => name !== 'slug' || warnings.length === 0);
    const step = isPublished && !isPublic ? 'publish' : unpublishes ? 'unpublish' : 'unchanged';
    const action: Imported['action'] = what.length > 0 ? 'change' : step;
    return { id: current.id, action, what, warnings };
  };

  const importText = async (text: Text): Promise<Imported> => {
    const { file, reading } = text;
    const { document, ignoredKeys, truncatedFields } = reading;
    const current = await findCurrent(client, text);
    const { wanted, uploads, warnings } = await onSite({ document: file, current }, document);
    const wantsPublic = plansOf(document).status === 'published';
    const isPublished = publish && wantsPublic;
    const outcome = current
      ? await change(text, wanted, current, isPublished)
      : await create(text, wanted, isPublished);
    return {
      ...{ file, uploads, ignoredKeys, truncatedFields },
      ...outcome,
      warnings: [...warnings, ...outcome.warnings],
      needsPublish:
        !publish &&
        ((wantsPublic && current?.status !== 'published') || document.publishAt !== undefined),
    };
  };

  const failed = (file: string, error: unknown): Imported => {
    const code = error instanceof BotError ? error.code : undefined;
    const reason = code === undefined ? '' : `${code}: `;
    const action = code === 'changed-by-editor' ? 'skipped' : 'failed';
    return {
      ...{ file, action, what: [reason + (error as Error).message], uploads: 0 },
      ...{ warnings: [], ignoredKeys: [], truncatedFields: [], needsPublish: false },
    };
  };

  const texts = await inParallel(reads, AT_ONCE, async (read) => {
    if ('error' in read) return failed(read.file, read.error);
    return importText(read).catch((error: unknown) => failed(read.file, error));
  });
  return { texts, others };
};
