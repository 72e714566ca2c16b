/** A byte range of a file. `start` and `end` are both inclusive, as in the `Range` header. */
export interface ByteRange {
  start: number;
  end: number;
}

const HEADER = /^bytes=(.+)$/i;
const SPEC = /^(\d*)-(\d*)$/;

/**
 * Parses one byte range of a `Range` header. @returns undefined if the range is malformed, null if the range is outside
 * the file
 */
const rangeOf = (spec: string, size: number): ByteRange | null | undefined => {
  const [, first = '', last = ''] = SPEC.exec(spec) ?? [];
  if (first === '') {
    const length = Math.min(Number(last), size);
    return last === '' ? undefined : length > 0 ? { start: size - length, end: size - 1 } : null;
  }
  const start = Number(first);
  const end = last === '' ? Infinity : Number(last);
  if (end < start) return undefined;
  return start < size ? { start, end: Math.min(end, size - 1) } : null;
};

/**
 * Parses a `Range` header (RFC 9110, section 14.1.2).
 * @returns the range; `unsatisfiable`; undefined to send the whole file, also for several ranges
 */
export const parseByteRange = (
  header: string,
  size: number
): ByteRange | 'unsatisfiable' | undefined => {
  const specs = (HEADER.exec(header)?.[1] ?? '').split(',').map((spec) => spec.trim());
  const ranges = specs.filter((spec) => spec !== '').map((spec) => rangeOf(spec, size));
  if (ranges.length === 0 || ranges.includes(undefined)) return undefined;
  const there = ranges.filter((range) => range !== null && range !== undefined);
  if (there.length === 0) return 'unsatisfiable';
  return there.length === 1 ? there[0] : undefined;
};
