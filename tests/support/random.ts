/** Random choices that can be reproduced. */
export interface Random {
  /** Number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Value of a variable that must be a whole number from `min` to `max`, both inclusive. */
  between(min: number, max: number): number;
  /** True with the given probability, from 0 to 1. */
  chance(probability: number): boolean;
  /** A random element; undefined for an empty array. */
  pick<Element>(elements: readonly Element[]): Element | undefined;
}

/** Creates a generator (mulberry32): the same seed gives the same choices. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (elements) => elements[between(0, elements.length - 1)],
  };
};
