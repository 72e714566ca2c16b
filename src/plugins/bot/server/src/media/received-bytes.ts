import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** What the package `file-type` says of a kind that it knows. */
interface DetectedType {
  mime: string;
  /** Without a dot. */
  ext: string;
}

/** The bytes of a file part, wherever they are, for as long as the request lasts. */
export interface ReceivedBytes {
  size: number;
  /** All of them, or the path of the file that has them. */
  content: Buffer | string;
  /** Up to `length` bytes from the start, and up to as many of the rest from the end. */
  edges: (length: number) => Promise<{ head: Buffer; tail: Buffer }>;
  detectType: () => Promise<DetectedType | undefined>;
  /** All of them, from the start; as often as needed. */
  stream: () => Readable;
}

// ESM only, so it cannot be a static import of this CommonJS module.
const fileType = () => import('file-type');

/** Small files stay in memory: to write them down and read them back costs more than the rest. */
export const bytesInMemory = (bytes: Buffer): ReceivedBytes => ({
  size: bytes.length,
  content: bytes,
  edges: async (length) => ({
    head: bytes.subarray(0, length),
    tail: bytes.subarray(Math.max(length, bytes.length - length)),
  }),
  detectType: async () => (await fileType()).fileTypeFromBuffer(bytes),
  stream: () => Readable.from(bytes, { objectMode: false }),
});

const readEdges = async (file: string, size: number, length: number) => {
  const head = Buffer.alloc(Math.min(size, length));
  const tail = Buffer.alloc(Math.min(size - head.length, length));
  const handle = await open(file);
  try {
    await handle.read(head, 0, head.length, 0);
    await handle.read(tail, 0, tail.length, size - tail.length);
    return { head, tail };
  } finally {
    await handle.close();
  }
};

/** Bytes in a file of `size` bytes, which is not to be removed or written to meanwhile. */
export const bytesInFile = (file: string, size: number): ReceivedBytes => ({
  size,
  content: file,
  edges: (length) => readEdges(file, size, length),
  detectType: async () => (await fileType()).fileTypeFromFile(file),
  stream: () => createReadStream(file),
});
