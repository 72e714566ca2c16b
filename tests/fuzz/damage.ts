import { createRandom } from '../support/random';

type Damage = (file: Buffer, below: (limit: number) => number) => Buffer;

/** Lengths and offsets that programs forget to think of. */
const EXTREMES = [0, 1, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

const slice = (file: Buffer, below: (limit: number) => number): [start: number, end: number] => {
  const start = below(file.length);
  return [start, Math.min(file.length, start + 1 + below(Math.max(1, file.length >> 3)))];
};

const DAMAGES: Damage[] = [
  // It ends too soon.
  (file, below) => file.subarray(0, below(file.length)),
  // Some bits are others, most often in what tells where things are.
  (file, below) => {
    const copy = Buffer.from(file);
    const reach = below(2) === 0 ? Math.min(512, copy.length) : copy.length;
    for (let count = 1 + below(8); count > 0; count -= 1) {
      const at = below(reach);
      copy[at] = (copy[at] ?? 0) ^ (1 << below(8));
    }
    return copy;
  },
  // A number is an extreme one.
  (file, below) => {
    const copy = Buffer.from(file);
    const reach = below(2) === 0 ? Math.min(512, copy.length) : copy.length;
    const at = below(Math.max(1, reach - 4));
    const value = EXTREMES[below(EXTREMES.length)] ?? 0;
    if (at + 4 <= copy.length) copy[below(2) === 0 ? 'writeUInt32BE' : 'writeUInt32LE'](value, at);
    return copy;
  },
  // A piece is missing.
  (file, below) => {
    const [start, end] = slice(file, below);
    return Buffer.concat([file.subarray(0, start), file.subarray(end)]);
  },
  // A piece is there twice.
  (file, below) => {
    const [start, end] = slice(file, below);
    return Buffer.concat([file.subarray(0, end), file.subarray(start)]);
  },
  // A piece is of somewhere else.
  (file, below) => {
    const copy = Buffer.from(file);
    const [start, end] = slice(file, below);
    file.copy(copy, below(file.length), start, end);
    return copy;
  },
  // A piece is empty.
  (file, below) => {
    const copy = Buffer.from(file);
    return copy.fill(below(2) === 0 ? 0 : 0xff, ...slice(file, below));
  },
];

/** A damaged copy of a file, always the same for the same seed; one time in three damaged twice. */
export const damaged = (file: Buffer, seed: number): Buffer => {
  const random = createRandom(seed);
  const below = (limit: number) => random.between(0, limit - 1);
  const hurt = (whole: Buffer) => DAMAGES[below(DAMAGES.length)]?.(whole, below) ?? whole;
  const once = hurt(file);
  return below(3) === 0 && once.length > 0 ? hurt(once) : once;
};
