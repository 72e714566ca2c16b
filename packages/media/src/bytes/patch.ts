import type { FileHandle } from 'node:fs/promises';

import { withoutRanges, type Range } from './ranges';

/** Bytes to be overwritten: first with `bytes`, the rest of `length` with zeros. */
export interface Patch {
  offset: number;
  length: number;
  bytes?: Buffer;
}

const BLANK_BYTES = 64 * 1024;

/** A patch that writes these bytes. */
export const write = (offset: number, bytes: Buffer): Patch => ({
  offset,
  length: bytes.length,
  bytes,
});

/** Patches that write zeros over ranges. */
export const blanks = (ranges: Range[]): Patch[] =>
  ranges.map(({ start, end }) => ({ offset: start, length: end - start }));

/** Adds patches one by one: as arguments of one call, those of a hostile file would be too many. */
export const addAll = (patches: Patch[], more: Iterable<Patch>): void => {
  for (const patch of more) {
    patches.push(patch);
  }
};

/**
 * Brings patches into an order in which each byte is blanked once at most, whatever a damaged or
 * hostile file says of itself: ranges of zeros first, those that meet as one, then what is written.
 * @param size bytes of the file; what lies behind is left out
 */
const inOrder = (patches: Patch[], size: number): Patch[] => {
  const inside = patches.filter(({ offset, length }) => offset >= 0 && length > 0 && offset < size);
  const blank = inside.map(({ offset, length, bytes }) => ({
    start: offset + (bytes?.length ?? 0),
    end: offset + length,
  }));
  const writes = inside.flatMap(({ offset, bytes }) =>
    bytes === undefined ? [] : [write(offset, bytes.subarray(0, size - offset))]
  );
  return [...blanks(withoutRanges(blank, [], size)), ...writes];
};

/** Applies patches to bytes in memory, in place. */
export const patchBuffer = (bytes: Buffer, patches: Patch[]): void => {
  for (const { offset, length, bytes: written } of inOrder(patches, bytes.length)) {
    if (written === undefined) {
      bytes.fill(0, offset, offset + length);
    } else {
      written.copy(bytes, offset);
    }
  }
};

/** Applies patches to a file that is open for writing, in place. */
export const patchFile = async (
  file: FileHandle,
  size: number,
  patches: Patch[]
): Promise<void> => {
  const zeros = Buffer.alloc(BLANK_BYTES);
  for (const { offset, length, bytes } of inOrder(patches, size)) {
    if (bytes !== undefined) {
      await file.write(bytes, 0, bytes.length, offset);
      continue;
    }
    for (let done = 0; done < length; done += BLANK_BYTES) {
      await file.write(zeros, 0, Math.min(BLANK_BYTES, length - done), offset + done);
    }
  }
};
