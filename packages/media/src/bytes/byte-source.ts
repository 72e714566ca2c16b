import type { FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

/** Bytes that can be read from anywhere, in memory or in a file. */
export interface ByteSource {
  size: number;
  /**
   * Up to `length` bytes from `offset`; fewer where the bytes end. They are to be looked at, not
   * to be written to.
   */
  read: (offset: number, length: number) => Promise<Buffer>;
}

/** Reads after which others have their turn: a file can be made of very many small parts. */
const READS_IN_A_TURN = 1000;

export const sourceInMemory = (bytes: Buffer): ByteSource => {
  let reads = 0;
  return {
    size: bytes.length,
    async read(offset, length) {
      reads += 1;
      if (reads % READS_IN_A_TURN === 0) {
        await setImmediate();
      }
      return bytes.subarray(offset, offset + length);
    },
  };
};

/** Bytes that a read of a file takes at least: the next few headers are then there already. */
const WINDOW_BYTES = 16 * 1024;

/** The bytes of an open file, which must not shrink meanwhile. */
export const sourceInFile = (file: FileHandle, size: number): ByteSource => {
  let window: Buffer = Buffer.alloc(0);
  let windowStart = 0;

  const load = async (offset: number, length: number): Promise<void> => {
    const wanted = Math.min(Math.max(length, WINDOW_BYTES), Math.max(size - offset, 0));
    const target = Buffer.allocUnsafe(wanted);
    const { bytesRead } = await file.read(target, 0, wanted, offset);
    window = target.subarray(0, bytesRead);
    windowStart = offset;
  };

  return {
    size,
    async read(offset, length) {
      const end = Math.min(offset + length, size);
      if (offset < windowStart || end > windowStart + window.length) {
        await load(offset, length);
      }
      return window.subarray(offset - windowStart, Math.max(end - windowStart, 0));
    },
  };
};
