import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Publication } from '@fleet-bot/protocol';

import type { Client } from '../client';
import { AT_ONCE, inParallel } from '../parallel';

import { EXPORTER, formatDocument } from './document';
import {
  exportRecordFile,
  formatExportRecord,
  readExportRecord,
  recordedAddress,
} from './export-record';
import { readdress } from './links';
import { listPublications, withContent } from './listing';
import { mapValues } from './values';

const MEDIA = 'media';

/** Whether an externalId is usable as the path of a Markdown file inside the folder. */
const isPath = (text: string | null): text is string =>
  text !== null &&
  /^[^\s./\\:][^\\:*?"<>|\p{Cc}]*\.md$/iu.test(text) &&
  !/(^|\/)\.{0,2}(\/|$)/.test(text);

/** Writes a file atomically, unless it already has this content. @returns whether it was written */
const save = async (file: string, content: string | Uint8Array): Promise<boolean> => {
  const there = await readFile(file).catch(() => undefined);
  if (there?.equals(Buffer.from(content))) return false;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
  return true;
};

export interface Exported {
  id: string;
  file: string;
  /** False if the file already had the same content. */
  isWritten: boolean;
}

export interface ExportResult {
  texts: Exported[];
  /** Files of an earlier export of this site that this export did not produce. */
  stale: string[];
}

/** Creates the downloader of media files. Downloads each file once. */
const createMaterialFiles = async (client: Client, root: string) => {
  const names = new Map<string, string>();
  for await (const { url } of client.materials.list({ limit: 100 })) {
    names.set(url, path.posix.basename(decodeURIComponent(new URL(url).pathname)));
  }
  const saved = new Map<string, Promise<void>>();

  const fetchTo = async (url: string, file: string): Promise<void> => {
    // Names of stored files contain a random part, so an existing file has the same content.
    if (existsSync(file)) return;
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
    await save(file, Buffer.from(await answer.arrayBuffer()));
  };

  return {
    /** Downloads a file of the site. @returns its path relative to a document; undefined if the URL is not of a file */
    placeOf: async (document: string, url: string): Promise<string | undefined> => {
      const name = names.get(url);
      if (name === undefined) return undefined;
      const saving = saved.get(url) ?? fetchTo(url, path.join(root, MEDIA, name));
      saved.set(url, saving);
      await saving;
      const way = path.posix.relative(path.posix.dirname(document), `${MEDIA}/${name}`);
      return way.startsWith('.') ? way : `./${way}`;
    },
    /** Paths of all downloaded files in the folder. */
    saved: (): string[] => [...saved.keys()].map((url) => `${MEDIA}/${names.get(url)}`),
  };
};

type MaterialFiles = Awaited<ReturnType<typeof createMaterialFiles>>;

/** Converts fields for a file: related entries to slugs or names, media to paths. Empty values are left out. */
const fieldsIn = (document: string, fields: object, { placeOf }: MaterialFiles) =>
  mapValues(fields, async (value) => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return undefined;
    const { id, slug, name, url } = Object(value) as Record<string, string | undefined>;
    if (id === undefined) return value;
    return (url && (await placeOf(document, url))) ?? slug ?? name ?? id;
  });

const format = async (one: Publication, file: string, files: MaterialFiles): Promise<string> => {
  const { title, slug, body, media, fields } = one.draft ?? one;
  const places = await Promise.all(
    media.map(async ({ id, url }) => (await files.placeOf(file, url)) ?? id)
  );
  const kept = (await fieldsIn(file, fields, files)) as Record<string, unknown>;
  const { id, status, externalId, firstPublishedAt, publishAt, unpublishAt } = one;
  return formatDocument({
    title,
    status,
    ...(slug !== null && { slug }),
    ...(firstPublishedAt !== null && { firstPublishedAt }),
    ...(publishAt !== null && { publishAt }),
    ...(unpublishAt !== null && { unpublishAt }),
    ...(externalId === null ? { id } : { externalId }),
    ...(places.length > 0 && { media: places }),
    ...(Object.keys(kept).length > 0 && { fields: kept }),
    exportedBy: EXPORTER,
    body: await readdress(body ?? '', async ({ url }) => {
      const place = await files.placeOf(file, url);
      return place && encodeURI(place);
    }),
  });
};

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
 * Exports all publications of a site as Markdown files, with the media that they use, in the form that `importFolder`
 * reads. Draft content takes precedence over public content. A repeated export into the same folder writes only changed
 * files and deletes none.
 * @throws BotError; Error if a download fails
 */
export const exportSite = async (client: Client, folder: string): Promise<ExportResult> => {
  const root = path.resolve(folder);
  const earlier = await readExportRecord(root);
  const files = await createMaterialFiles(client, root);
  const nameOf = createNames();
  const listed = listPublications(client, () => true);
  const exported = await inParallel(listed, AT_ONCE, async (item): Promise<Exported[]> => {
    const one = await withContent(client, item);
    if (one === undefined) return [];
    const file = nameOf(one);
    const isWritten = await save(path.join(root, file), await format(one, file, files));
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
    texts: Object.fromEntries([...staleTexts, ...texts.map(({ file, id }) => [file, id])]),
    files: [...staleFiles, ...files.saved()],
  };
  await save(exportRecordFile(root), formatExportRecord(record));
  return { texts, stale: [...staleTexts.map(([file]) => file), ...staleFiles].sort() };
};
