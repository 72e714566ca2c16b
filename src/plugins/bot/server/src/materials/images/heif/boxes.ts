import type { Range } from '../../../bytes/ranges';
import type { Box } from '../../iso-box';

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
