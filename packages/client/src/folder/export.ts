import { existsSync } from 'node:fs';
import path from 'node:path';

import type { Publication } from '@fleet-bot/protocol';

import type { Client } from '../client';
import { AT_ONCE, inParallel } from '../parallel';

import { formatPublication } from './exporting/format';
import { createMaterialFiles } from './exporting/material-files';
import {
  exportRecordFile,
  formatExportRecord,
  readExportRecord,
  recordedAddress,
} from './exporting/record';
import { save } from './exporting/save';
import { listPublications, withContent } from './listing';

/** Whether an externalId is usable as the path of a Markdown file inside the folder. */
const isPath = (text: string | null): text is string =>
  text !== null &&
  /^[^\s./\\:][^\\:*?"<>|\p{Cc}]*\.(md|markdown)$/iu.test(text) &&
  !/(^|\/)\.{0,2}(\/|$)/.test(text);

export interface Exported {
  id: string;
  file: string;
  /** Whether the file was written; false if its content was already the same. */
  isWritten: boolean;
}

export interface ExportResult {
  texts: Exported[];
  /** Files of an earlier export of this site that this export did not produce. */
  stale: string[];
}

/** Creates a function that chooses file names. On a conflict, the publication that comes first gets the name. */
const createNames = () => {
  const taken = new Set<string>();
  return ({ id, externalId, slug }: Publication): string => {
    const wanted = isPath(externalId) ? externalId : `${slug ?? id}.md`;
    const name = taken.has(wanted.toLowerCase()) ? `${id}.md` : wanted;
    taken.add(name.toLowerCase());
    return name;
  };
};

/**
 * Converts a former slug to the former path of a publication. Returns the slug itself if the URL pattern of the site is
 * unknown or contains `:id` or `:locale`.
 */
const aliasOf = (slug: string, pattern = ':locale'): string =>
  /:(id|locale)\b/.test(pattern) ? slug : new URL(pattern.replace(':slug', slug)).pathname;

/**
 * Exports all publications of a site as Markdown files, with the media that they use, in the form that `importFolder`
 * reads. Draft content takes precedence over public content. A repeated export into the same folder writes only changed
 * files and deletes none.
 * @throws BotError; Error if a download fails
 */
export const exportSite = async (client: Client, folder: string): Promise<ExportResult> => {
  const root = path.resolve(folder);
  const earlier = await readExportRecord(root);
  const files = await createMaterialFiles(client, root);
  const address = (await client.about())?.addresses.publication;
  const nameOf = createNames();
  const listed = listPublications(client, () => true);
  const exported = await inParallel(listed, AT_ONCE, async (item): Promise<Exported[]> => {
    const one = await withContent(client, item);
    if (one === undefined) return [];
    const file = nameOf(one);
    const aliases = (item.formerSlugs ?? []).map((slug) => aliasOf(slug, address));
    const text = await formatPublication(one, aliases, file, files);
    const isWritten = await save(path.join(root, file), text);
    return [{ id: one.id, file, isWritten }];
  });
  const texts = exported.flat();
  const site = recordedAddress(client.address);
  const current = new Set([...texts.map(({ file }) => file), ...files.saved()]);
  const isStale = (file: string) => !current.has(file) && existsSync(path.join(root, file));
  const known = earlier?.site === site ? earlier : { texts: {}, files: [] };
  const staleTexts = Object.entries(known.texts).filter(([file]) => isStale(file));
  const staleFiles = known.files.filter(isStale);
  const record = {
    site,
    ...(address !== undefined && { address }),
    texts: Object.fromEntries([...staleTexts, ...texts.map(({ file, id }) => [file, id])]),
    files: [...staleFiles, ...files.saved()],
  };
  await save(exportRecordFile(root), formatExportRecord(record));
  return { texts, stale: [...staleTexts.map(([file]) => file), ...staleFiles].sort() };
};
