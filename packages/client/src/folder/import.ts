import { realpath } from 'node:fs/promises';
import path from 'node:path';

import type { Client } from '../client';
import { AT_ONCE, inParallel } from '../parallel';

import { assertMapFits, type SiteFields } from './document';
import type { KeyMap } from './generators/keys';
import { readExportRecord } from './exporting/record';
import { createCheck } from './importing/check';
import { createFiles } from './importing/files';
import { matchTexts } from './importing/match';
import type { Missing } from './importing/prune';
import { notImported, type Imported } from './importing/results';
import { createTextImport } from './importing/text-import';
import { createPathOf } from './importing/origin';
import { createTextLinks } from './importing/text-links';
import { createWanted } from './importing/wanted';
import { createTextWriter } from './importing/write-text';
import { readFolder, type Text, type UnreadableText } from './reading';

export type { Imported } from './importing/results';

export interface ImportResult {
  texts: Imported[];
  /** Publications of an earlier import whose files are no longer in the folder. */
  missing: Missing[];
  /** Files of the folder that are not texts. They are uploaded only if a text refers to them. */
  others: string[];
  /** Former and new URLs of all texts except drafts. */
  redirects: [from: string, to: string][];
}

export interface ImportOptions {
  /** Computes the result without writing anything to the site. */
  dryRun?: boolean;
  /**
   * Publishes or schedules all texts whose front matter does not mark them as drafts. Default: new texts become drafts,
   * and public ones stay public.
   */
  publish?: boolean;
  /** First part of each `externalId`. Default: the name of the folder. */
  name?: string;
  /** Parent folder whose files the texts may also refer to. */
  root?: string;
  /** Address of the website that the folder was made for. Its URLs in the texts are resolved like paths from its root. */
  origin?: string;
  /** Treats an unknown front matter key as an error of its file. */
  strict?: boolean;
  /** Field names, keyed by front matter keys. */
  map?: KeyMap;
  /** Also changes publications that an editor has changed since the bot's last write. Default: they are skipped. */
  overwrite?: boolean;
  /** Restores publications that were deleted on the site. Default: their texts are skipped. */
  restoreDeleted?: boolean;
  /** Called after each text, in the order of completion. */
  onText?: (result: Imported, progress: { done: number; count: number }) => void;
}

/** Resolves the folder and its parent folder `around` to real paths. @throws Error if `around` does not contain it */
const realFolders = async (folder: string, around: string | undefined) => {
  const inner = await realpath(folder);
  const root = around === undefined ? inner : await realpath(around);
  if (root !== inner && !inner.startsWith(root + path.sep)) {
    throw new Error(`${folder} is not in ${around}`);
  }
  return { inner, root };
};

const hasReading = (read: Text | UnreadableText): read is Text => 'reading' in read;

/**
 * Imports a folder of Markdown files. Each file becomes a publication; its externalId is the name of the folder and the
 * path of the file. Files that the texts refer to are uploaded. Unchanged texts are not written. Errors of one text are
 * part of the result.
 * @throws BotError if the site does not answer; Error if an option does not fit the site or the folder
 */
export const importFolder = async (
  client: Client,
  folder: string,
  options: ImportOptions = {}
): Promise<ImportResult> => {
  const { dryRun = false, publish = false, strict, overwrite = false } = options;
  const { map, origin, restoreDeleted = false } = options;
  const { inner, root } = await realFolders(folder, options.root);
  const about = await client.about();
  const site = (about?.fields ?? {}) as SiteFields;
  assertMapFits(map ?? {}, site);
  const prefix = `${options.name ?? path.basename(inner)}/`;
  const { reads, others } = await readFolder(inner, { site, strict, map, prefix });
  const texts = reads.filter(hasReading);
  const unreadable = reads.filter((read) => 'error' in read);
  const record = await readExportRecord(inner);
  const { current, restored, skipped, slugs, missing } = await matchTexts(client, texts, {
    ...{ record, prefix, unreadable, restoreDeleted, dryRun },
  });
  const links = createTextLinks(texts, current, about?.addresses.publication, record);
  skipped.forEach((_result, file) => links.settle(file, null));
  const importFile = createFiles(client, inner, { dryRun, root });
  const { importText, outdated } = createTextImport({
    current,
    restored,
    links,
    publish,
    faultsOf: createCheck(about),
    wantedOf: createWanted({
      importFile,
      links,
      site,
      slugs,
      publish,
      pathOf: createPathOf(origin),
    }),
    write: createTextWriter(client, { dryRun, publish, overwrite }),
  });

  let done = 0;
  const results = await inParallel(reads, AT_ONCE, async (read) => {
    const result =
      'error' in read
        ? notImported(read.file, read.error)
        : (skipped.get(read.file) ?? (await importText(read)));
    done += 1;
    options.onText?.(result, { done, count: reads.length });
    return result;
  });
  const byFile = new Map(results.map((result) => [result.file, result]));
  const rewritten = texts.filter(({ file }) => outdated.has(file) && byFile.get(file)?.id);
  await inParallel(rewritten, AT_ONCE, async (text) => {
    const result = byFile.get(text.file)!;
    current.set(text.file, await client.publications.get(result.id!));
    const { action, what, warnings } = await importText(text);
    const isWritten = action !== 'failed' && action !== 'skipped';
    const all = [...new Set([...result.warnings, ...warnings])];
    Object.assign(result, isWritten ? { warnings: all } : { action, what });
  });
  return {
    texts: results,
    missing,
    others,
    redirects: texts.flatMap((text) => links.redirectsOf(inner, text)),
  };
};
