import { realpath } from 'node:fs/promises';
import path from 'node:path';

import type { Publication } from '@fleet-bot/protocol';

import type { Client } from '../client';
import { BotError } from '../http/errors';
import { AT_ONCE, inParallel } from '../parallel';
import type { PublicationChange, Tagged } from '../resources/publications';

import { formerAddresses } from './addresses';
import { createCheck } from './check';
import { findCurrent } from './current';
import { differenceOf } from './difference';
import { IMPORTED_FIELDS, type Document, type SiteFields } from './document';
import { createFiles, type Referrer } from './files';
import { readdress } from './links';
import { readFolder, type Text } from './reading';
import { createTextLinks } from './text-links';
import { mapValues, namesFile } from './values';
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
  /** Files that were not imported, links that lead to no text, a slug that is taken, each with the reason. */
  warnings: string[];
  /** Front matter keys without a meaning, or without a field on the site. */
  ignoredKeys: string[];
  /** Fields cut to the length limit of the site. */
  truncatedFields: string[];
  /** Shortcodes that are left in the text. */
  shortcodes: string[];
  /** True if the option `publish` would publish or schedule this text. */
  needsPublish: boolean;
}

export interface ImportResult {
  texts: Imported[];
  /** Files of the folder that are no texts. They are uploaded only where a text names them. */
  others: string[];
  /** Former addresses of texts that are no drafts, with the addresses that they have now. */
  redirects: [from: string, to: string][];
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
  /** Called after each text, in the order in which they are done. */
  onText?: (result: Imported, progress: { done: number; count: number }) => void;
}

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
  const about = await client.about();
  const site = (about?.fields ?? {}) as SiteFields;
  const faultsOf = createCheck(about);
  const prefix = options.name ?? path.basename(inner);
  const { reads, others } = await readFolder(inner, { site, strict, prefix });
  const readable = reads.filter((read): read is Text => 'reading' in read);
  const current = await findCurrent(client, readable);
  const links = createTextLinks(readable, current, about?.addresses.publication);
  const isDraft = ({ reading }: Text) => plansOf(reading.document).status === 'draft';
  const drafts = new Set(readable.filter(isDraft).map(({ file }) => file));

  /** Empties the fields that have a value on the site and no key in the file any more. */
  const removedFields = (there: Publication | undefined, fields: object = {}) => {
    const shown = (there && (there.draft ?? there).fields) ?? {};
    const isRemoved = (name: string) =>
      name in site && !(name in fields) && (shown[name] ?? '') !== '';
    const removed = IMPORTED_FIELDS.filter(isRemoved).map(
      (name) => [name, Array.isArray(shown[name]) ? [] : null] as const
    );
    return Object.fromEntries(removed);
  };

  /** The document with its files and its links to other texts replaced by addresses of the site. */
  const onSite = async (text: Text, referrer: Referrer) => {
    const { document, slugOfFile } = text.reading;
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
      const target = alt === undefined ? links.resolve(text, url) : undefined;
      if (target) {
        const leadsToDraft = target.file !== undefined && drafts.has(target.file);
        const reason = leadsToDraft && !drafts.has(text.file) ? 'leads to a draft' : target.reason;
        if (reason !== undefined) warnings.add(`${url} ${reason}`);
        return target.address;
      }
      const material = await materialOf(url, alt);
      if (material !== null) return material?.url;
      return alt === undefined ? undefined : { instead: alt };
    });
    const { title, firstPublishedAt } = document;
    const slug = document.slug ?? (referrer.current ? undefined : slugOfFile);
    const fields = { ...removedFields(referrer.current, document.fields), ...document.fields };
    const media = document.media && (await Promise.all(document.media.map(idOf)));
    const wanted: PublicationChange = {
      title,
      body,
      ...(slug !== undefined && { slug }),
      ...(firstPublishedAt !== undefined && { firstPublishedAt }),
      ...(media && { media: media.filter((id) => id !== undefined) }),
      ...(Object.keys(fields).length > 0 && {
        fields: await mapValues(fields, async (value) => (namesFile(value) ? idOf(value) : value)),
      }),
      ...(publish && plansOf(document).times),
    };
    return { wanted, uploads, warnings: [...warnings] };
  };

  /** Texts whose links lead to an address that was not known when they were written. */
  const again = new Set<string>();

  /** Notes the slug of a text that was created, or null if that failed. */
  const settle = (file: string, slug: string | null): void =>
    links.settle(file, slug).forEach((other) => again.add(other));

  const create = async (text: Text, wanted: PublicationChange, isPublished: boolean) => {
    const what = [...Object.keys(wanted), ...(isPublished ? ['publish'] : [])];
    const outcome = { action: 'create' as const, what };
    if (dryRun) return { ...outcome, warnings: [] };
    const { title } = text.reading.document;
    const { id, warnings } = await writes.create(title, text.externalId, wanted);
    if (isPublished) await publications.publish(id);
    const isAsWanted = wanted.slug !== undefined && warnings.length === 0;
    settle(text.file, isAsWanted ? wanted.slug! : (await publications.get(id)).slug);
    return { ...outcome, id, warnings };
  };

  const change = async (
    { reading: { document } }: Text,
    wanted: PublicationChange,
    there: Tagged<Publication>,
    isPublished: boolean
  ) => {
    const difference = differenceOf(wanted, there);
    const isPublic = there.status === 'published';
    const publishes = isPublished && (Object.keys(difference).length > 0 || !isPublic);
    const unpublishes = publish && document.status === 'draft' && isPublic;
    const condition = overwrite ? { ifMatch: there.etag } : { protectEditors: true };
    const updates = { publish: publishes, ...condition };
    const isWritten = Object.keys(difference).length > 0 || publishes || unpublishes;
    if (dryRun && isWritten && !overwrite) {
      // A change of nothing has no effect, and is refused for an editor's sake like any other.
      await publications.update(there.id, {}, condition);
    }
    const warnings = dryRun ? [] : await writes.change(there.id, difference, updates);
    if (unpublishes && !dryRun) {
      // Only a change can be refused for an editor's sake. One of nothing changes nothing.
      const { etag } = await publications.update(there.id, {}, overwrite ? {} : condition);
      await publications.unpublish(there.id, { ifMatch: etag });
    }
    const what = Object.keys(difference).filter((name) => name !== 'slug' || warnings.length === 0);
    const step = isPublished && !isPublic ? 'publish' : unpublishes ? 'unpublish' : 'unchanged';
    const action: Imported['action'] = what.length > 0 ? 'change' : step;
    return { id: there.id, action, what, warnings };
  };

  const importText = async (text: Text): Promise<Imported> => {
    const { file, reading } = text;
    const { document, ignoredKeys, truncatedFields, shortcodes } = reading;
    const faults = faultsOf(document);
    if (faults.length > 0) throw new Error(faults.join('; '));
    const there = current.get(file);
    const { wanted, uploads, warnings } = await onSite(text, { document: file, current: there });
    const wantsPublic = plansOf(document).status === 'published';
    const isPublished = publish && wantsPublic;
    const outcome = there
      ? await change(text, wanted, there, isPublished)
      : await create(text, wanted, isPublished);
    return {
      ...{ file, uploads, ignoredKeys, truncatedFields, shortcodes },
      ...outcome,
      warnings: [...warnings, ...outcome.warnings],
      needsPublish:
        !publish &&
        ((wantsPublic && there?.status !== 'published') || document.publishAt !== undefined),
    };
  };

  const redirectsOf = ({ file, reading: { address, aliases } }: Text): [string, string][] => {
    const to = links.addressOf(file);
    if (to === undefined || drafts.has(file)) return [];
    const inPosts = path.basename(inner) === '_posts' ? `_posts/${file}` : file;
    return formerAddresses({ file: inPosts, address, aliases }).map((from) => [from, to]);
  };

  const failed = (file: string, error: unknown): Imported => {
    const code = error instanceof BotError ? error.code : undefined;
    const reason = code === undefined ? '' : `${code}: `;
    const action = code === 'changed-by-editor' ? 'skipped' : 'failed';
    return {
      ...{ file, action, what: [reason + (error as Error).message], uploads: 0 },
      ...{
        warnings: [],
        ignoredKeys: [],
        truncatedFields: [],
        shortcodes: [],
        needsPublish: false,
      },
    };
  };

  let done = 0;
  const texts = await inParallel(reads, AT_ONCE, async (read) => {
    const result =
      'error' in read
        ? failed(read.file, read.error)
        : await importText(read).catch((error: unknown) => failed(read.file, error));
    if (result.action === 'failed' && !current.has(read.file)) settle(read.file, null);
    done += 1;
    options.onText?.(result, { done, count: reads.length });
    return result;
  });
  const results = new Map(texts.map((result) => [result.file, result]));
  const rewritten = readable.filter(({ file }) => again.has(file) && results.get(file)?.id);
  await inParallel(rewritten, AT_ONCE, async (text) => {
    const result = results.get(text.file)!;
    try {
      current.set(text.file, await publications.get(result.id!));
      const { warnings } = await importText(text);
      Object.assign(result, { warnings: [...new Set([...result.warnings, ...warnings])] });
    } catch (error) {
      Object.assign(result, failed(text.file, error));
    }
  });
  return { texts, others, redirects: readable.flatMap(redirectsOf) };
};
