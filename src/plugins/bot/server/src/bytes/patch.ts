import type { FileHandle } from 'node:fs/promises';

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

/** Adds patches one by one: as arguments of one call, those of a hostile file would be too many. */
export const addAll = (patches: Patch[], more: Iterable<Patch>): void => {
  for (const patch of more) {
    patches.push(patch);
  }
};

const endOf = ({ offset, length }: Patch): number => offset + length;

/**
 * Brings patches into an order in which each byte is blanked once at most, whatever a damaged or
 * hostile file says of itself: ranges of zeros first, those that meet as one, then what is written.
 * @param size bytes of the file; what lies behind is left out
 */
const inOrder = (patches: Patch[], size: number): Patch[] => {
  const inside = patches.filter(({ offset, length }) => offset >= 0 && length > 0 && offset < size);
  const blanks = inside
    .map((patch) => ({
      offset: patch.offset + (patch.bytes?.length ?? 0),
      end: Math.min(endOf(patch), size),
    }))
    .filter(({ offset, end }) => offset < end)
    .sort((one, other) => one.offset - other.offset);
  const merged: { offset: number; end: number }[] = [];
  for (const blank of blanks) {
    const last = merged.at(-1);
    if (last !== undefined && blank.offset <= last.end) {
      last.end = Math.max(last.end, blank.end);
    } else {
      merged.push(blank);
    }
  }
  const writes = inside.flatMap(({ offset, bytes }) =>
    bytes === undefined ? [] : [write(offset, bytes.subarray(0, size - offset))]
  );
  return [...merged.map(({ offset, end }) => ({ offset, length: end - offset })), ...writes];
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
