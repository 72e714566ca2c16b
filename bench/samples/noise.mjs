/** Creates a generator of random numbers from 0 to 1, the same in every run (mulberry32). */
export const createRandom = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};

/** Random bytes that cannot be compressed, the same in every run. */
export const makeNoise = (length, seed) => {
  const random = createRandom(seed);
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
};
