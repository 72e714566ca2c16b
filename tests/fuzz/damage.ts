import { createRandom } from '../support/random';

type Damage = (file: Buffer, below: (limit: number) => number) => Buffer;

/** Lengths and offsets that programs often do not expect. */
const EXTREMES = [0, 1, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

const slice = (file: Buffer, below: (limit: number) => number): [start: number, end: number] => {
  const start = below(file.length);
  return [start, Math.min(file.length, start + 1 + below(Math.max(1, file.length >> 3)))];
};

const DAMAGES: Damage[] = [
  // Truncates the file.
  (file, below) => file.subarray(0, below(file.length)),
  // Flips some bits, mostly in the header.
  (file, below) => {
    const copy = Buffer.from(file);
    const reach = below(2) === 0 ? Math.min(512, copy.length) : copy.length;
    for (let count = 1 + below(8); count > 0; count -= 1) {
      const at = below(reach);
      copy[at] = (copy[at] ?? 0) ^ (1 << below(8));
    }
    return copy;
  },
  // Replaces a number by an extreme one.
  (file, below) => {
    const copy = Buffer.from(file);
    const reach = below(2) === 0 ? Math.min(512, copy.length) : copy.length;
    const at = below(Math.max(1, reach - 4));
    const value = EXTREMES[below(EXTREMES.length)] ?? 0;
    if (at + 4 <= copy.length) copy[below(2) === 0 ? 'writeUInt32BE' : 'writeUInt32LE'](value, at);
    return copy;
  },
  // Removes a part.
  (file, below) => {
    const [start, end] = slice(file, below);
    return Buffer.concat([file.subarray(0, start), file.subarray(end)]);
  },
  // Duplicates a part.
  (file, below) => {
    const [start, end] = slice(file, below);
    return Buffer.concat([file.subarray(0, end), file.subarray(start)]);
  },
  // Overwrites a part with another one.
  (file, below) => {
    const copy = Buffer.from(file);
    const [start, end] = slice(file, below);
    file.copy(copy, below(file.length), start, end);
    return copy;
  },
  // Fills a part with zeros or ones.
  (file, below) => {
    const copy = Buffer.from(file);
    return copy.fill(below(2) === 0 ? 0 : 0xff, ...slice(file, below));
  },
];

/** Makes a damaged copy of a file, the same for each seed. One copy in three is damaged twice. */
export const damaged = (file: Buffer, seed: number): Buffer => {
  const random = createRandom(seed);
  const below = (limit: number) => random.between(0, limit - 1);
  const hurt = (intact: Buffer) => DAMAGES[below(DAMAGES.length)]?.(intact, below) ?? intact;
  const once = hurt(file);
  return below(3) === 0 && once.length > 0 ? hurt(once) : once;
};
