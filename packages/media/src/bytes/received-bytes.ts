import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
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

/** The bytes of a file that came, wherever they are, for as long as the request lasts. */
export interface ReceivedBytes extends ByteSource {
  /** The SHA-256 of them as they came, in hexadecimal digits. */
  sha256: string;
  /** All of them, or the path of the file that has them. */
  content: Buffer | string;
  /** Gives `work` what reads them often, for as long as that runs. */
  open: <Result>(work: (source: ByteSource) => Promise<Result>) => Promise<Result>;
  /** All of them, from the start; as often as needed. */
  stream: () => Readable;
}

/** The SHA-256 of bytes in memory, as 64 hexadecimal digits in lower case. */
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Reads after which others have their turn: a file can be made of very many small parts. */
const READS_IN_A_TURN = 1000;

/** Small files stay in memory: to write them down and read them back costs more than the rest. */
export const bytesInMemory = (bytes: Buffer, sha256: string = digestOf(bytes)): ReceivedBytes => {
  let reads = 0;
  const source: ByteSource = {
    size: bytes.length,
    async read(offset, length) {
      reads += 1;
      if (reads % READS_IN_A_TURN === 0) {
        await setImmediate();
      }
      return bytes.subarray(offset, offset + length);
    },
  };
  return {
    ...source,
    sha256,
    content: bytes,
    open: (work) => work(source),
    stream: () => Readable.from(bytes, { objectMode: false }),
  };
};

/** Bytes that a read of a file takes at least: the next few headers are then there already. */
const WINDOW_BYTES = 16 * 1024;

/** The bytes of an open file, which must not shrink meanwhile. */
export const bytesOfHandle = (file: FileHandle, size: number): ByteSource => {
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

/** Bytes in a file of `size` bytes and this digest, which is not to be removed, or written to by others, meanwhile. */
export const bytesInFile = (file: string, size: number, sha256: string): ReceivedBytes => {
  const openFile: ReceivedBytes['open'] = async (work) => {
    const handle = await open(file);
    try {
      return await work(bytesOfHandle(handle, size));
    } finally {
      await handle.close();
    }
  };
  return {
    size,
    sha256,
    content: file,
    open: openFile,
    read: (offset, length) => openFile((source) => source.read(offset, length)),
    stream: () => createReadStream(file),
  };
};

/** Up to `length` bytes from the start, and up to as many of the rest from the end. */
export const edgesOf = async ({ size, read }: ByteSource, length: number) => ({
  head: await read(0, length),
  tail: await read(Math.max(length, size - length), length),
});
