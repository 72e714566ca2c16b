import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';

import { LRUCache } from 'lru-cache';

/** A stored file as it is sent. */
export interface ServedFile {
  /** Text that differs after each change of the file on the disk. */
  version: string;
  size: number;
  /** Headers that describe the file. */
  headers: Record<string, string>;
  /** All bytes of a small file. */
  content?: Buffer;
}

/** Largest file in bytes that is kept in memory. */
export const SMALL_BYTES = 64 * 1024;
/** Bytes of all files in memory, with a rough size of their headers. */
const MEMORY_BYTES = 32 * 1024 * 1024;
const OVERHEAD_BYTES = 1024;

/** The version of a file. A replaced file has another inode or time of change, even with the same bytes. */
export const versionOf = ({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [ino, size, mtimeNs, ctimeNs].join(' ');

/** Keeps small files in memory, the least recently used ones up to a limit. Files on the disk decide what is current. */
export const createSmallFiles = () => {
  const files = new LRUCache<string, ServedFile>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ content }) => (content?.length ?? 0) + OVERHEAD_BYTES,
  });

  return {
    /** The file in memory; undefined if there is none, or if it has changed on the disk or was deleted. */
    async find(path: string): Promise<ServedFile | undefined> {
      const file = files.get(path);
      if (file === undefined) return undefined;
      const stats = await stat(path, { bigint: true }).catch(() => undefined);
      if (stats !== undefined && versionOf(stats) === file.version) return file;
      files.delete(path);
      return undefined;
    },

    /** Keeps a file, and drops the least recently used ones. */
    keep: (path: string, file: ServedFile): void => void files.set(path, file),
  };
};
