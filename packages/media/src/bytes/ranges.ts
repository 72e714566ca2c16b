/** Bytes of a file, from `start` up to `end`, which is not one of them. */
export interface Range {
  start: number;
  end: number;
}

/**
 * What of some bytes may be written over: `ranges` without whatever lies in `kept`. A damaged file
 * may say of the same bytes that they are metadata and that they are the picture.
 * @param size of the file; what lies beyond is left out
 * @returns in order, none over another
 */
export const withoutRanges = (ranges: Range[], kept: Range[], size: number): Range[] => {
  const edgesOf = (some: Range[], isKept: boolean) =>
    some
      .filter(({ start, end }) => start < end)
      .flatMap(({ start, end }) => [
        { at: start, isKept, step: 1 },
        { at: end, isKept, step: -1 },
      ]);
  const edges = [...edgesOf(ranges, false), ...edgesOf(kept, true)].sort((a, b) => a.at - b.at);
  const left: Range[] = [];
  const open = { wanted: 0, kept: 0 };
  let start = 0;
  for (const { at, isKept, step } of edges) {
    const end = Math.min(at, size);
    if (open.wanted > 0 && open.kept === 0 && start < end) {
      left.push({ start, end });
    }
    start = at;
    open[isKept ? 'kept' : 'wanted'] += step;
  }
  return left;
};
