import type { Range } from './edits';

const byStart = (a: Range, b: Range): number => a.start - b.start;

/**
 * What of some bytes may be written over: `ranges` without whatever lies in `kept`. A damaged file
 * may say of the same bytes that they are metadata and that they are the picture.
 * @param size of the file; what lies beyond is left out
 * @returns in order, none over another
 */
export const withoutRanges = (ranges: Range[], kept: Range[], size: number): Range[] => {
  const left: Range[] = [];
  const holes = [...kept].sort(byStart);
  let firstHole = 0;
  let at = 0;
  for (const range of [...ranges].sort(byStart)) {
    at = Math.max(at, range.start);
    const end = Math.min(range.end, size);
    while (firstHole < holes.length && (holes[firstHole]?.end ?? 0) <= at) {
      firstHole += 1;
    }
    for (let index = firstHole; index < holes.length && at < end; index += 1) {
      const hole = holes[index];
      if (hole === undefined || hole.start >= end) {
        break;
      }
      if (at < hole.start) {
        left.push({ start: at, end: hole.start });
      }
      at = Math.max(at, hole.end);
    }
    if (at < end) {
      left.push({ start: at, end });
      at = end;
    }
  }
  return left;
};
