import { openFile } from '../files';

/**
 * What can be uploaded: the path of a file, an address that the site fetches (`http:`, `https:`) or of a file
 * (`file:`), bytes, a `Blob` or `File`, or a stream.
 */
export type UploadSource =
  string | URL | Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Bytes that can be read again, and what they are called. */
export interface Whole {
  bytes: Blob;
  filename: string;
}

/** Opens what is not a stream. */
export const openWhole = async (source: string | URL | Uint8Array | Blob): Promise<Whole> => {
  if (source instanceof Blob) {
    return { bytes: source, filename: source instanceof File ? source.name : 'file' };
  }
  if (ArrayBuffer.isView(source)) return { bytes: new Blob([source]), filename: 'file' };
  return openFile(source);
};

/** Whether the site fetches it by itself. */
export const isAddress = (source: UploadSource): source is URL =>
  source instanceof URL && /^https?:$/.test(source.protocol);

export const isStream = (source: object): source is AsyncIterable<Uint8Array> =>
  Symbol.asyncIterator in source;

/** A part of what is uploaded. */
export interface Part {
  bytes: Blob;
  isLast: boolean;
}

/** Parts of `size` bytes, and a last one that is not longer. */
export async function* partsOfStream(
  chunks: AsyncIterable<Uint8Array>,
  size: number
): AsyncGenerator<Part, void, void> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    // One byte more than a part: then this is not the last one.
    while (length > size) {
      const all = new Blob(waiting);
      yield { bytes: all.slice(0, size), isLast: false };
      waiting = [new Uint8Array(await all.slice(size).arrayBuffer())];
      length -= size;
    }
  }
  yield { bytes: new Blob(waiting), isLast: true };
}

/** The same of bytes that are there, from an offset on. */
export async function* partsOfWhole(
  whole: Blob,
  size: number,
  from: number
): AsyncGenerator<Part, void, void> {
  for (let start = from; ; start += size) {
    const isLast = start + size >= whole.size;
    yield { bytes: whole.slice(start, start + size), isLast };
    if (isLast) return;
  }
}
