import type { BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

import { contentType } from 'mime-types';

import { cacheControlOf } from './cache-control';
import { servedTypeOf } from './served-type';

/** Headers and content of a stored file. */
export interface ServedFile {
  /** Text that differs after each change of the file on the disk. */
  version: string;
  size: number;
  /** Headers that describe the file. */
  headers: Record<string, string>;
  /** All bytes of a small file. */
  content?: Buffer;
}

export interface OpenFile {
  handle: FileHandle;
  stats: BigIntStats;
}

/** Maximum size in bytes of a file that is kept in memory. */
const SMALL_BYTES = 64 * 1024;

/** Error codes for a missing file; all others are server errors. */
const NOT_THERE = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'];

/** The version of a file. A replaced file has another inode or time of change, even with the same bytes. */
export const versionOf = ({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${ino} ${size} ${mtimeNs} ${ctimeNs}`;

/** Opens a file before reading its stats, so that the headers match the bytes that are sent. */
export const openFile = async (file: string): Promise<OpenFile | undefined> => {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (!NOT_THERE.includes(error.code ?? '')) {
      throw error;
    }
  });
  const stats = await handle?.stat({ bigint: true });
  if (handle === undefined || stats?.isFile() !== true) {
    await handle?.close();
    return undefined;
  }
  return { handle, stats };
};

/** Determines the HTTP headers of an open file, and reads its bytes if the file is small. */
export const readFile = async (place: string, { handle, stats }: OpenFile): Promise<ServedFile> => {
  const size = Number(stats.size);
  const { name: hash, ext } = path.parse(place);
  const type = (await servedTypeOf(place, handle, size)) ?? ext;
  const file: ServedFile = {
    version: versionOf(stats),
    size,
    headers: {
      'Content-Type': contentType(type) || 'application/octet-stream',
      'Accept-Ranges': 'bytes',
      'Cache-Control': cacheControlOf({ hash }),
      ETag: `"${stats.size.toString(36)}-${stats.mtimeNs.toString(36)}"`,
      'Last-Modified': stats.mtime.toUTCString(),
    },
  };
  if (size === 0 || size > SMALL_BYTES) return file;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
  return bytesRead === size ? { ...file, content: buffer } : file;
};
