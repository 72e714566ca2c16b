import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** Bytes with random access, in memory or in a file. */
export interface ByteSource {
  size: number;
  /** Reads up to `length` bytes from `offset`, fewer at the end. Callers must not modify the buffer. */
  read: (offset: number, length: number) => Promise<Buffer>;
}

/** Bytes of a received file, in memory or on disk, valid until the request ends. */
export interface ReceivedBytes extends ByteSource {
  /** SHA-256 of the received bytes, in hexadecimal digits. */
  sha256: string;
  /** All bytes, or the path of the file that contains them. */
  content: Buffer | string;
  /** Keeps the source open for repeated reads while `work` runs. */
  open: <Result>(work: (source: ByteSource) => Promise<Result>) => Promise<Result>;
  /** Streams all bytes from the start. Can be called repeatedly. */
  stream: () => Readable;
}

/** SHA-256 of bytes in memory, as 64 lowercase hexadecimal digits. */
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Number of reads after which waiting events are processed, so that a file with very many small parts does not block
 * the process.
 */
const READS_IN_A_TURN = 1000;

/** Received bytes in memory. Small files use this because writing them to disk costs more than processing them. */
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

/** Minimum number of bytes per file read, so that the next headers are usually in memory. */
const WINDOW_BYTES = 16 * 1024;

/** Reads bytes of an open file. The file must not shrink while it is in use. */
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

/** Received bytes in a file of `size` bytes with this digest. Nobody may remove or modify the file while in use. */
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

/** The first `length` bytes and the last `length` bytes; they do not overlap. */
export const edgesOf = async ({ size, read }: ByteSource, length: number) => ({
  head: await read(0, length),
  tail: await read(Math.max(length, size - length), length),
});
