import { openFile, type Whole } from '../files';

/** Source of an upload: a path, a `file:` URL, an `http(s):` URL for the site to fetch, bytes, a blob, or a stream. */
export type UploadSource =
  string | URL | Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Opens a source that is not a stream. @throws an error of the file system */
export const openWhole = async (source: string | URL | Uint8Array | Blob): Promise<Whole> => {
  if (source instanceof File) return { bytes: source, filename: source.name };
  if (source instanceof Blob) return { bytes: source, filename: 'file' };
  if (ArrayBuffer.isView(source)) return { bytes: new Blob([source]), filename: 'file' };
  return openFile(source);
};

/** Whether a source is a stream, which can be read only once. */
export const isStream = (source: UploadSource): source is AsyncIterable<Uint8Array> =>
  typeof source === 'object' && Symbol.asyncIterator in source;

/** Consecutive bytes of an upload that are sent in one request. */
export interface Part {
  bytes: Blob;
  isLast: boolean;
}

/** Splits a stream into parts of `size` bytes. The last part may be shorter. */
export async function* partsOfStream(
  chunks: AsyncIterable<Uint8Array>,
  size: number
): AsyncGenerator<Part, void, void> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    // Bytes beyond this part have arrived, so it is not the last one.
    while (length > size) {
      const all = new Blob(waiting);
      yield { bytes: all.slice(0, size), isLast: false };
      waiting = [new Uint8Array(await all.slice(size).arrayBuffer())];
      length -= size;
    }
  }
  yield { bytes: new Blob(waiting), isLast: true };
}

/** Splits a `Blob` into parts of `size` bytes, starting at an offset. */
export async function* partsOfWhole(
  blob: Blob,
  size: number,
  from: number
): AsyncGenerator<Part, void, void> {
  for (let start = from, isLast = false; !isLast; start += size) {
    isLast = start + size >= blob.size;
    yield { bytes: blob.slice(start, start + size), isLast };
  }
}
