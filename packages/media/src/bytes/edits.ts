import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

import type { Patch } from './patch';
import type { Range } from './ranges';
import type { ReceivedBytes } from './received-bytes';

/**
 * What is stored in place of a received file: in order, ranges of it that stay, and new bytes. A
 * cleaner says what becomes of a file without a copy of it.
 */
export type Edits = (Range | Buffer)[];

/** What a storage provider takes: the content, in memory if it was received there. */
export interface Content {
  size: number;
  buffer?: Buffer;
  /** The SHA-256 of it, where that is known already. */
  sha256?: string;
  stream: () => Readable;
}

/** Collects edits; neighbouring ranges become one. */
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
    this.edits.push(bytes);
  }
}

const sizeOf = (piece: Range | Buffer): number =>
  Buffer.isBuffer(piece) ? piece.length : piece.end - piece.start;

/** Bytes of the edited file. */
export const editedSize = (edits: Edits): number =>
  edits.reduce((sum, piece) => sum + sizeOf(piece), 0);

/** The edited file, of a file in memory. */
export const applyEdits = (file: Buffer, edits: Edits): Buffer =>
  Buffer.concat(
    edits.map((piece) => (Buffer.isBuffer(piece) ? piece : file.subarray(piece.start, piece.end)))
  );

async function* streamEdits(path: string, edits: Edits): AsyncGenerator<Buffer> {
  for (const piece of edits) {
    if (Buffer.isBuffer(piece)) {
      yield piece;
    } else {
      yield* createReadStream(path, { start: piece.start, end: piece.end - 1 });
    }
  }
}

/** A content that is in memory. */
export const contentInMemory = (buffer: Buffer): Content => ({
  size: buffer.length,
  buffer,
  stream: () => Readable.from(buffer, { objectMode: false }),
});

/** A content that is stored as it was received. */
export const unchangedContent = ({ size, content, sha256, stream }: ReceivedBytes): Content => ({
  size,
  buffer: Buffer.isBuffer(content) ? content : undefined,
  sha256,
  stream,
});

/** Whether all of a file of so many bytes stays, and nothing is added. */
const keepAll = (edits: Edits, size: number): boolean => {
  const [only, ...others] = edits;
  return others.length === 0 && !Buffer.isBuffer(only) && only?.start === 0 && only.end === size;
};

/** The edited file, of one that was received; one on disk is read anew for each stream. */
export const editedContent = (received: ReceivedBytes, edits: Edits): Content => {
  const { content, size } = received;
  if (keepAll(edits, size)) {
    return unchangedContent(received);
  }
  if (Buffer.isBuffer(content)) {
    return contentInMemory(applyEdits(content, edits));
  }
  return {
    size: editedSize(edits),
    stream: () => Readable.from(streamEdits(content, edits), { objectMode: false }),
  };
};

/**
 * The edits that apply patches, so that nothing else moves. Where two overlap, the one that starts
 * first is taken.
 * @param size of the file
 */
export const overwrite = (size: number, patches: Patch[]): Edits => {
  const list = new EditList();
  let at = 0;
  for (const { offset, length, bytes } of [...patches].sort((a, b) => a.offset - b.offset)) {
    const end = Math.min(offset + length, size);
    if (end > at) {
      const written = Buffer.concat([bytes ?? Buffer.alloc(0)], end - offset);
      list.keep(at, offset);
      list.add(written.subarray(Math.max(0, at - offset)));
      at = end;
    }
  }
  list.keep(at, size);
  return list.edits;
};
