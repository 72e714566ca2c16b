import type { Range } from '../../../bytes/ranges';

/** A box of the ISO base media file format (ISO/IEC 14496-12, 4.2). */
export interface Box {
  type: string;
  start: number;
  /** Where its content starts. */
  content: number;
  end: number;
}

/** Boxes of one level that are read at most. */
const MOST_BOXES = 100_000;

/** The boxes in a range, in order; reading ends at one that cannot be. */
export const boxesIn = (file: Buffer, { start, end }: Range): Box[] => {
  const boxes: Box[] = [];
  let at = start;
  while (at + 8 <= end && boxes.length < MOST_BOXES) {
    const size = file.readUInt32BE(at);
    const isLarge = size === 1 && at + 16 <= end;
    const content = at + (isLarge ? 16 : 8);
    const length = isLarge ? Number(file.readBigUInt64BE(at + 8)) : size;
    const boxEnd = size === 0 ? end : at + length;
    if (boxEnd < content) {
      break;
    }
    boxes.push({
      type: file.toString('latin1', at + 4, at + 8),
      start: at,
      content,
      end: Math.min(boxEnd, end),
    });
    at = boxEnd;
  }
  return boxes;
};

/** A box of a type with this content. */
export const makeBox = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

/** A box that says nothing, in place of others of `size` bytes; at least 8. */
export const freeBox = (size: number): Buffer => makeBox('free', Buffer.alloc(size - 8));
