import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { KeyMap } from './generators/keys';
import { decode, readDocument, type Reading, type SiteFields } from './document';

/** A file that is readable as a publication. */
export interface Text {
  file: string;
  externalId: string;
  reading: Reading;
  /** The externalId that its publication has, for a file that was renamed. */
  movedFrom?: string;
}

/** A file that is not readable as a publication. */
export interface UnreadableText {
  file: string;
  error: unknown;
}

interface ReadingOptions {
  site: SiteFields;
  strict?: boolean | undefined;
  map?: KeyMap | undefined;
  /** The first part of the externalId of each file that names none. */
  prefix: string;
}

const TEXT = /\.(md|mdx|markdown)$/i;

const listFolder = async (root: string): Promise<{ texts: string[]; others: string[] }> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)))
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => !/(^|\/)(\.|node_modules\/)/.test(name))
    .sort();
  return {
    texts: names.filter((name) => TEXT.test(name)),
    others: names.filter((name) => !TEXT.test(name)),
  };
};

/** Reads all texts of a folder and refuses repeated externalIds, before anything is sent. */
export const readFolder = async (root: string, { site, strict, map, prefix }: ReadingOptions) => {
  const { texts, others } = await listFolder(root);
  const files = new Map<string, string>();
  const reads: (Text | UnreadableText)[] = [];
  for (const file of texts) {
    try {
      const reading = readDocument(decode(await readFile(path.join(root, file))), file, site, map);
      if (strict && reading.ignoredKeys.length > 0) {
        throw new Error(`has keys of no use: ${reading.ignoredKeys.join(', ')}`);
      }
      const externalId = reading.document.externalId ?? prefix + file;
      const other = files.get(externalId);
      if (other !== undefined) throw new Error(`has the externalId of ${other}: ${externalId}`);
      files.set(externalId, file);
      reads.push({ file, externalId, reading });
    } catch (error) {
      reads.push({ file, error });
    }
  }
  return { reads, others };
};
