import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { sourceInFile, sourceInMemory, type ByteSource } from './byte-source';
import { patchBuffer, patchFile, type Patch } from './patch';

/** What the package `file-type` says of a kind that it knows. */
export interface DetectedType {
  mime: string;
  /** Without a dot. */
  ext: string;
}

/** The bytes of a file part, wherever they are, for as long as the request lasts. */
export interface ReceivedBytes {
  size: number;
  /** The SHA-256 of them as they came, in hexadecimal digits. */
  sha256: string;
  /** All of them, or the path of the file that has them. */
  content: Buffer | string;
  /** Up to `length` bytes from the start, and up to as many of the rest from the end. */
  edges: (length: number) => Promise<{ head: Buffer; tail: Buffer }>;
  /** Up to `length` bytes from `offset`. */
  read: (offset: number, length: number) => Promise<Buffer>;
  detectType: () => Promise<DetectedType | undefined>;
  /** Writes over them, in place, what `find` says of them. Gives whether that was anything. */
  overwrite: (find: (source: ByteSource) => Promise<Patch[]>) => Promise<boolean>;
  /** All of them, from the start; as often as needed. */
  stream: () => Readable;
}

// ESM only, so it cannot be a static import of this CommonJS module.
const fileType = () => import('file-type');

/** The SHA-256 of bytes in memory, as 64 hexadecimal digits in lower case. */
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Small files stay in memory: to write them down and read them back costs more than the rest. */
export const bytesInMemory = (bytes: Buffer, sha256: string = digestOf(bytes)): ReceivedBytes => ({
  size: bytes.length,
  sha256,
  content: bytes,
  edges: async (length) => ({
    head: bytes.subarray(0, length),
    tail: bytes.subarray(Math.max(length, bytes.length - length)),
  }),
  read: async (offset, length) => bytes.subarray(offset, offset + length),
  detectType: async () => (await fileType()).fileTypeFromBuffer(bytes),
  overwrite: async (find) => {
    const patches = await find(sourceInMemory(bytes));
    patchBuffer(bytes, patches);
    return patches.length > 0;
  },
  stream: () => Readable.from(bytes, { objectMode: false }),
});

/** The edges of an open file of `size` bytes, as of `ReceivedBytes`. */
export const readEdges = async (handle: FileHandle, size: number, length: number) => {
  const head = Buffer.alloc(Math.min(size, length));
  const tail = Buffer.alloc(Math.min(size - head.length, length));
  await handle.read(head, 0, head.length, 0);
  await handle.read(tail, 0, tail.length, size - tail.length);
  return { head, tail };
};

const readEdgesOf = async (file: string, size: number, length: number) => {
  const handle = await open(file);
  try {
    return await readEdges(handle, size, length);
  } finally {
    await handle.close();
  }
};

const readFrom = async (file: string, offset: number, length: number): Promise<Buffer> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

const overwriteFile = async (
  file: string,
  size: number,
  find: (source: ByteSource) => Promise<Patch[]>
): Promise<boolean> => {
  const handle = await open(file, 'r+');
  try {
    const patches = await find(sourceInFile(handle, size));
    await patchFile(handle, size, patches);
    return patches.length > 0;
  } finally {
    await handle.close();
  }
};

/** Bytes in a file of `size` bytes and this digest, which is not to be removed, or written to by others, meanwhile. */
export const bytesInFile = (file: string, size: number, sha256: string): ReceivedBytes => ({
  size,
  sha256,
  content: file,
  edges: (length) => readEdgesOf(file, size, length),
  read: (offset, length) => readFrom(file, offset, length),
  detectType: async () => (await fileType()).fileTypeFromFile(file),
  overwrite: (find) => overwriteFile(file, size, find),
  stream: () => createReadStream(file),
});
