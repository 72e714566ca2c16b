/** Bytes of a file, from `start` up to `end`, which is not one of them. */
export interface Range {
  start: number;
  end: number;
}

const byStart = (a: Range, b: Range): number => a.start - b.start;

/**
 * What of some bytes may be written over: `ranges` without whatever lies in `kept`. A damaged file
 * may say of the same bytes that they are metadata and that they are the picture.
 * @param size of the file; what lies beyond is left out
 * @returns in order, none over another; those that adjoin are one
 */
export const withoutRanges = (ranges: Range[], kept: Range[], size: number): Range[] => {
  const left: Range[] = [];
  const add = (start: number, end: number): void => {
    const last = left.at(-1);
    if (last?.end === start) {
      last.end = end;
    } else {
      left.push({ start, end });
    }
  };
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
        add(at, hole.start);
      }
      at = Math.max(at, hole.end);
    }
    if (at < end) {
      add(at, end);
      at = end;
    }
  }
  return left;
};
