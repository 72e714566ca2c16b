import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Growth of the heap, in percent, after which V8 marks the whole heap again. For processes that mainly allocate file
 * buffers, V8 itself uses 10 %: the heap of 90 MB was then marked at every eighth photo, which took a fifth of the CPU
 * time for photos. For many small requests, V8 itself uses up to 300 %, and the value here needs less memory.
 */
const GROWTH_PERCENT = 200;

/** Milliseconds between two checks for idleness. */
const CHECK_MILLISECONDS = 60_000;
/** Most CPU time, in microseconds, that an idle site uses between two checks. */
const IDLE_MICROSECONDS = 2_000_000;

/** Collects garbage when a quiet minute follows a busy one. Without it, V8 keeps the memory of the busy minute. */
const collectWhenIdle = (collect: () => void): void => {
  let before = process.cpuUsage();
  let wasBusy = false;
  const check = (): void => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const isBusy = user + system > IDLE_MICROSECONDS;
    if (wasBusy && !isBusy) collect();
    wasBusy = isBusy;
  };
  setInterval(check, CHECK_MILLISECONDS).unref();
};

/**
 * Disables V8's pretenuring before a site is loaded. Pretenuring predicts which objects live long, from the place in
 * the code that allocates them, and allocates them in the old generation. On a server most of these objects die after
 * their request, but until the next full marking they keep alive all objects that they reference: 36 KB per created
 * work. Holds for Node 20 and 22; in 24 and 26 the flag has no effect.
 */
export const prepareMemory = (): void => {
  setFlagsFromString('--no-allocation-site-pretenuring');
};

/**
 * Frees the 60 MB that only the start needed, after a site has started. V8 would keep them until memory is short. V8's
 * flags and `gc` can be enabled after the process has started (Node, `v8.setFlagsFromString`).
 */
export const settleMemory = (): void => {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const collect = (): void => {
    gc();
    // A second run returns the pages that the first run has emptied.
    gc();
  };
  collect();
  collectWhenIdle(collect);
};
