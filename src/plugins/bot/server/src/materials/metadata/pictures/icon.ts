import type { ByteSource } from '../../../bytes/byte-source';
import { blanks, write, type Patch } from '../../../bytes/patch';
import { withoutRanges } from '../../../bytes/ranges';

import { cleanPictureInPlace } from './embedded-picture';

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
/** A picture of 1024 by 1024, larger than any icon has, without compression. */
const PICTURE_BYTES = 4 * 1024 * 1024;

/**
 * Finds what to overwrite in an icon or a cursor: the metadata of the PNG pictures in it, and
 * whatever belongs to no picture.
 */
export const iconPatches = async (source: ByteSource): Promise<Patch[]> => {
  const header = await source.read(0, HEADER_BYTES);
  const count = header.length < HEADER_BYTES ? 0 : header.readUInt16LE(4);
  const entries = await source.read(HEADER_BYTES, count * ENTRY_BYTES);
  const patches: Patch[] = [];
  const kept = [{ start: 0, end: HEADER_BYTES + entries.length }];
  let left = source.size;
  for (let at = 0; at + ENTRY_BYTES <= entries.length && left > 0; at += ENTRY_BYTES) {
    const length = entries.readUInt32LE(at + 8);
    const offset = entries.readUInt32LE(at + 12);
    if (length <= PICTURE_BYTES) {
      patches.push(write(offset, cleanPictureInPlace(await source.read(offset, length))));
      kept.push({ start: offset, end: offset + length });
    }
    // Pictures do not overlap: a file that says so is not worked on for ever.
    left -= length;
  }
  const others = withoutRanges([{ start: 0, end: source.size }], kept, source.size);
  return [...blanks(others), ...patches];
};
