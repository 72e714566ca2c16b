import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * By how much the heap may grow before all of it is marked again, in percent. V8 itself takes 10 where little
 * but the bytes of files is allocated: it marked 90 MB with each eighth photo, a fifth of what photos cost. Under
 * many small requests it takes up to 300: there, this needs less memory.
 */
const GROWTH_PERCENT = 200;

/** Milliseconds between two looks at whether a site has come to rest. */
const LOOK = 60_000;
/** The most CPU time that a site at rest takes between them, in microseconds. */
const AT_REST = 2_000_000;

/** Collects when a busy minute is followed by a quiet one: nothing else makes V8 give back what the busy one has taken. */
const collectAtRest = (collect: () => void): void => {
  let before = process.cpuUsage();
  let wasBusy = false;
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const isBusy = user + system > AT_REST;
    if (wasBusy && !isBusy) collect();
    wasBusy = isBusy;
  };
  setInterval(look, LOOK).unref();
};

/**
 * For a process that is about to load a site. V8 guesses by the place in the code which objects will live long, and
 * puts them among the old ones. In a server most of them are dead after their request; there, they keep alive all that
 * they point to until the whole heap is marked: 36 KB of each create, which it copied twice. That is so in Node 20 and
 * 22; in 24 and 26 the flag neither helps nor harms.
 */
export const prepareMemory = (): void => {
  setFlagsFromString('--no-allocation-site-pretenuring');
};

/**
 * For a site that has started. Frees what only the start has needed: 60 MB, which V8 keeps until somebody needs
 * memory. Its flags and its own `gc` are to be had after the start of a process too (Node, `v8.setFlagsFromString`).
 */
export const settleMemory = (): void => {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const collect = (): void => {
    gc();
    // The second one gives pages back that the first has emptied.
    gc();
  };
  collect();
  collectAtRest(collect);
};
