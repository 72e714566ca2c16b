import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';

import { bytesInFile, bytesInMemory, type ReceivedBytes } from '@fleet-bot/media';

/** Maximum size in bytes of a file that is kept in memory. Larger ones go to a temporary file. */
export const MEMORY_BYTES = 1024 * 1024;

/**
 * Reads all bytes and computes their digest.
 * @param nameFile returns the path of a new file, for content that does not stay in memory
 * @throws errors of the source and of the file system
 */
export const receiveBytes = async (
  source: AsyncIterable<Buffer>,
  nameFile: () => Promise<string>
): Promise<ReceivedBytes> => {
  const chunks = source[Symbol.asyncIterator]();
  const digest = createHash('sha256');
  const kept: Buffer[] = [];
  let size = 0;
  while (size <= MEMORY_BYTES) {
    const { done, value } = await chunks.next();
    if (done === true) return bytesInMemory(Buffer.concat(kept, size), digest.digest('hex'));
    digest.update(value);
    kept.push(value);
    size += value.length;
  }

  const all = async function* () {
    yield* kept.splice(0);
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      size += next.value.length;
      digest.update(next.value);
      yield next.value;
    }
  };
  const file = await nameFile();
  await writeFile(file, all(), { flag: 'wx', mode: 0o600 });
  return bytesInFile(file, size, digest.digest('hex'));
};
