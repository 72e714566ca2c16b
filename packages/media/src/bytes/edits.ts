import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';

import type { Range } from './ranges';
import type { ReceivedBytes } from './received-bytes';

/**
 * Content that replaces a received file: kept ranges of the file and new bytes, in order. Describes a file after the
 * removal of metadata without a copy of the file.
 */
export type Edits = (Range | Buffer)[];

/** Content for a storage provider. `buffer` is set if the file was received in memory. */
export interface Content {
  size: number;
  buffer?: Buffer;
  /** SHA-256 of the content, if it is already known. */
  sha256?: string;
  stream: () => Readable;
}

const ZEROS = Buffer.alloc(64 * 1024);

/** Collects edits and merges adjacent ranges. */
export class EditList {
  readonly edits: Edits = [];

  keep(start: number, end: number): void {
    const last = this.edits.at(-1);
    if (last !== undefined && !Buffer.isBuffer(last) && last.end === start) {
      last.end = end;
    } else if (start < end) {
      this.edits.push({ start, end });
    }
  }

  add(bytes: Buffer): void {
    if (bytes.length > 0) {
      this.edits.push(bytes);
    }
  }

  /** Adds zeros. Repeats one small buffer, because a blanked range may be larger than memory. */
  addZeros(length: number): void {
    for (let left = length; left > 0; left -= ZEROS.length) {
      this.add(ZEROS.subarray(0, left));
    }
  }
}

/** Edits that keep all bytes of a file of this size. */
export const keepAll = (size: number): Edits => [{ start: 0, end: size }];

const sizeOf = (piece: Range | Buffer): number =>
  Buffer.isBuffer(piece) ? piece.length : piece.end - piece.start;

/** Size in bytes after the edits. */
export const editedSize = (edits: Edits): number =>
  edits.reduce((sum, piece) => sum + sizeOf(piece), 0);

/** Applies edits to a file in memory. */
export const applyEdits = (file: Buffer, edits: Edits): Buffer =>
  Buffer.concat(
    edits.map((piece) => (Buffer.isBuffer(piece) ? piece : file.subarray(piece.start, piece.end)))
  );

async function* streamEdits(path: string, edits: Edits): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    for (const piece of edits) {
      if (Buffer.isBuffer(piece)) {
        yield piece;
        continue;
      }
      for (let at = piece.start; at < piece.end;) {
        const target = Buffer.allocUnsafe(Math.min(piece.end - at, ZEROS.length));
        const { bytesRead } = await file.read(target, 0, target.length, at);
        if (bytesRead === 0) {
          throw new Error('The file has become shorter');
        }
        yield target.subarray(0, bytesRead);
        at += bytesRead;
      }
    }
  } finally {
    await file.close();
  }
}

export const contentInMemory = (buffer: Buffer): Content => ({
  size: buffer.length,
  buffer,
  stream: () => Readable.from(buffer, { objectMode: false }),
});

/** Whether the edits keep all bytes of a file of this size and add none. */
const areNone = ([only, ...others]: Edits, size: number): boolean =>
  others.length === 0 && !Buffer.isBuffer(only) && only?.start === 0 && only.end === size;

/** Content of a received file after its edits. A file on disk is read again for each stream. */
export const editedContent = (received: ReceivedBytes, edits: Edits): Content => {
  const { content, size, sha256, stream } = received;
  if (areNone(edits, size)) {
    return { size, buffer: Buffer.isBuffer(content) ? content : undefined, sha256, stream };
  }
  if (Buffer.isBuffer(content)) {
    return contentInMemory(applyEdits(content, edits));
  }
  return {
    size: editedSize(edits),
    stream: () => Readable.from(streamEdits(content, edits), { objectMode: false }),
  };
};

/** A change of `length` bytes at `offset`: the first bytes are replaced by `bytes`, all others by zeros. */
export interface Patch {
  offset: number;
  length: number;
  bytes?: Buffer;
}

/** Creates a patch that overwrites bytes at `offset`. */
export const write = (offset: number, bytes: Buffer): Patch => ({
  offset,
  length: bytes.length,
  bytes,
});

/** Creates patches that overwrite ranges with zeros. */
export const blanks = (ranges: Range[]): Patch[] =>
  ranges.map(({ start, end }) => ({ offset: start, length: end - start }));

/** Generator that yields patches one by one, because a malicious file may cause very many. */
export type Patches = AsyncGenerator<Patch, void>;

/** Collects all patches of a generator. */
export const allPatches = async (found: Patches): Promise<Patch[]> => {
  const patches: Patch[] = [];
  for await (const patch of found) {
    patches.push(patch);
  }
  return patches;
};

/**
 * Converts patches to edits that move no other byte. Writes each byte at most once: if patches of a damaged or
 * malicious file overlap, the one that starts first wins.
 * @param size size of the file in bytes; patches beyond it are ignored
 */
export const overwrite = (size: number, patches: Patch[]): Edits => {
  const list = new EditList();
  let at = 0;
  for (const { offset, length, bytes } of [...patches].sort((a, b) => a.offset - b.offset)) {
    const start = Math.max(at, offset);
    const end = Math.min(offset + length, size);
    if (end > start) {
      list.keep(at, start);
      const written = (bytes ?? Buffer.alloc(0)).subarray(start - offset, end - offset);
      list.add(written);
      list.addZeros(end - start - written.length);
      at = end;
    }
  }
  list.keep(at, size);
  return list.edits;
};
