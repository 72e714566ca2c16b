import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';

import type { Publication, UploadTexts } from '@fleet-bot/protocol';

import type { Client } from '../../client';
import { BotError } from '../../http/errors';

import { digestOf } from '../digest';
import { decoded, hasExtension } from '../generators/text';

import { createLibrary } from './library';

/** Folders whose files a static site generator serves at the root of the website. */
const STATIC = [
  ...['', 'static', 'public', 'assets', 'source', 'src', 'src/assets', 'content'],
  ...['.vuepress/public', 'docs/.vuepress/public', 'docs/public'],
];

const realFile = async (file: string): Promise<string | undefined> => {
  const real = await realpath(file).catch(() => undefined);
  return real !== undefined && (await stat(real)).isFile() ? real : undefined;
};

/** Whether a link may refer to a file, and not to another host, a place in the page or another text. */
const canBeFile = (name: string): boolean =>
  !/^([a-z][a-z0-9+.-]*:|\/\/|[#?])/i.test(name) &&
  !/\.(md|mdx|markdown|html?)([?#].*)?$/i.test(name);

/** Name, alternative text and caption of a new material. */
export type MaterialTexts = Omit<UploadTexts, 'sha256'>;

const hasTexts = (
  material: { alternativeText: string | null; caption: string | null },
  { alternativeText, caption }: MaterialTexts
): boolean =>
  material.alternativeText === (alternativeText || null) &&
  (caption === undefined || caption === material.caption);

/** A file of the imported folder whose bytes the site has as a material. */
export interface ImportedFile {
  id: string;
  url: string;
  /** True if the file was uploaded for this text, false if the site already had the file. */
  isNew: boolean;
}

/** A file that a text refers to and that was not imported. */
export interface SkippedFile {
  reason: string;
}

/** HTTP statuses of rejections that are due to the file itself. */
const REFUSALS = [400, 413, 415, 422];

/** A text that refers to files, and its publication if the site has one. */
export interface Referrer {
  document: string;
  current?: Publication;
}

export interface FilesOptions {
  dryRun?: boolean;
  /** Folder that must contain all files: the folder of the texts or a parent of it. */
  root: string;
}

/**
 * Creates a function that uploads the files that texts of a folder refer to. Does not upload a file again if this
 * import has uploaded the same bytes, or a material has them: a material of the same publication, or an unused material
 * with the same alternative text. Materials of other publications are never reused.
 */
export const createFiles = (client: Client, folder: string, { dryRun, root }: FilesOptions) => {
  const uploads = new Map<string, Promise<ImportedFile>>();
  const digests = new Map<string, Promise<string>>();
  const materialsWith = createLibrary(client);

  const upload = async (
    file: string,
    digest: string,
    texts: MaterialTexts
  ): Promise<ImportedFile> => {
    for await (const unused of client.materials.list({ sha256: digest, attached: false })) {
      const { id, url } = unused;
      if (hasTexts(unused, texts)) return { id, url, isNew: false };
    }
    if (dryRun) return { id: file, url: file, isNew: true };
    const { id, url } = await client.materials.upload(file, texts);
    return { id, url, isNew: true };
  };

  /** Finds a material of the publication whose bytes have this digest, preferably with the same alternative text. */
  const findOwn = async (
    digest: string,
    current: Publication | undefined,
    texts: MaterialTexts
  ): Promise<ImportedFile | undefined> => {
    if (current === undefined) return undefined;
    const used = JSON.stringify(current);
    let other: ImportedFile | undefined;
    for (const material of await materialsWith(digest)) {
      const { id, url } = material;
      if (!used.includes(`"${id}"`) && !used.includes(url)) continue;
      const own = { id, url, isNew: false };
      if (hasTexts(material, texts)) return own;
      other ??= own;
    }
    return other;
  };

  const find = async (
    document: string,
    name: string,
    isPicture: boolean
  ): Promise<string | SkippedFile | undefined> => {
    const plain = decoded(name.split(/[?#]/)[0] ?? '');
    const fromRoot = [...new Set([folder, root])].flatMap((base) =>
      STATIC.map((inside) => path.join(base, inside, plain))
    );
    // Some themes of generators resolve a path without a leading slash from the root.
    const fromDocument = path.resolve(folder, path.dirname(document), plain);
    // Hexo keeps the files of a text in a folder with the name of the text.
    const fromOwnFolder = path.resolve(folder, document.replace(/\.\w+$/, ''), plain);
    const places = plain.startsWith('/')
      ? fromRoot
      : [fromDocument, fromOwnFolder, ...(plain.startsWith('.') ? [] : fromRoot)];
    for (const place of places) {
      const file = await realFile(place);
      if (file === undefined) continue;
      return file.startsWith(root + path.sep) ? file : { reason: 'is not in the folder' };
    }
    return isPicture || hasExtension(plain) ? { reason: 'is not there' } : undefined;
  };

  /** Imports the file that a text names. @returns undefined if the name does not refer to a file @throws BotError */
  return async (
    { document, current }: Referrer,
    name: string,
    texts: MaterialTexts = {}
  ): Promise<ImportedFile | SkippedFile | undefined> => {
    if (!canBeFile(name)) return undefined;
    const file = await find(document, name, texts.alternativeText !== undefined);
    if (typeof file !== 'string') return file;
    const reading = digests.get(file) ?? digestOf(file);
    digests.set(file, reading);
    const digest = await reading;
    const own = await findOwn(digest, current, texts);
    if (own) return own;
    const inDocument = `${document}\n${digest}`;
    const { name: ownName, alternativeText, caption } = texts;
    const key = [digest, alternativeText ?? '', caption, ownName].join('\n');
    const known = (alternativeText ? undefined : uploads.get(inDocument)) ?? uploads.get(key);
    const isFirst = known === undefined;
    const uploading = known ?? upload(file, digest, texts);
    if (isFirst) uploads.set(key, uploading);
    uploads.set(inDocument, uploading);
    try {
      const material = await uploading;
      return { ...material, isNew: material.isNew && isFirst };
    } catch (error) {
      if (error instanceof BotError && REFUSALS.includes(error.status)) {
        return { reason: `is refused: ${error.message}` };
      }
      throw error;
    }
  };
};

export type FileImport = ReturnType<typeof createFiles>;
