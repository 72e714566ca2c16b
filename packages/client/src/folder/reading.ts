import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { KeyMap } from './generators/keys';
import { decode, readDocument, type Reading, type SiteFields } from './document';

/** A successfully parsed file of the folder. */
export interface Text {
  file: string;
  externalId: string;
  reading: Reading;
  /** Current externalId of the publication, if the file was renamed after an earlier import. */
  movedFrom?: string;
}

/** A file of the folder that could not be parsed. */
export interface UnreadableText {
  file: string;
  error: unknown;
}

interface ReadingOptions {
  site: SiteFields;
  strict?: boolean | undefined;
  map?: KeyMap | undefined;
  /** First part of the externalId of files that specify no externalId. */
  prefix: string;
}

/** Matches the file names of texts. */
export const TEXT = /\.(md|mdx|markdown)$/i;

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

/** Reads and parses all texts of a folder, before anything is sent. A repeated externalId is an error of its file. */
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
