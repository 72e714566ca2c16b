import { stat, type FileHandle } from 'node:fs/promises';

import { LRUCache } from 'lru-cache';

import { openFile, readFile, versionOf, type ServedFile } from './served-file';

/** Maximum bytes of all cached files, including an estimate for the headers of each file. */
const MEMORY_BYTES = 32 * 1024 * 1024;
const OVERHEAD_BYTES = 1024;
/**
 * Milliseconds in which two changes of a file may get the same timestamp. A file changed more recently than that is not
 * cached.
 */
const CLOCK_MILLISECONDS = 50;

export interface FoundFile {
  file: ServedFile;
  /** The open file, unless its bytes are in memory. The caller closes it. */
  handle?: FileHandle;
}

/**
 * Caches HTTP headers of stored files, and the bytes of small files. Drops the least recently used files over a limit,
 * and a file that has changed on the disk.
 */
export const createFileCache = () => {
  const files = new LRUCache<string, ServedFile>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ content }) => (content?.length ?? 0) + OVERHEAD_BYTES,
  });

  const isCurrent = async (path: string, { version }: ServedFile): Promise<boolean> => {
    const stats = await stat(path, { bigint: true }).catch(() => undefined);
    return stats !== undefined && versionOf(stats) === version;
  };

  return {
    /** Finds a file by its path on the disk; undefined if there is none. */
    async find(path: string): Promise<FoundFile | undefined> {
      const known = files.get(path);
      if (known?.content !== undefined && (await isCurrent(path, known))) return { file: known };
      const found = await openFile(path);
      if (found === undefined) {
        files.delete(path);
        return undefined;
      }
      const { handle, stats } = found;
      if (known?.version === versionOf(stats)) return { file: known, handle };
      try {
        const file = await readFile(path, found);
        if (Date.now() - Number(stats.ctimeMs) > CLOCK_MILLISECONDS) files.set(path, file);
        if (file.content === undefined) return { file, handle };
        await handle.close();
        return { file };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
  };
};
