/** Bytes of a file from `start` (inclusive) to `end` (exclusive). */
export interface Range {
  start: number;
  end: number;
}

/**
 * The parts of `ranges` that do not overlap `kept` and may be overwritten. A damaged file may declare the same bytes as
 * metadata and as picture.
 * @param size size of the file in bytes; ranges beyond it are cut off
 * @returns sorted ranges that do not overlap
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
