/**
 * What a test file started and has not stopped. A test that fails before its clean-up would
 * otherwise leave a server listening, and Jest would wait for it for ever.
 */
const running = new Set<() => Promise<unknown>>();

/** Notes that `stop` is owed; the function returned notes that it was done. */
export const owes = (stop: () => Promise<unknown>): (() => void) => {
  running.add(stop);
  return () => running.delete(stop);
};

/** Stops all that is still running. */
export const stopAll = async (): Promise<void> => {
  await Promise.allSettled([...running].map((stop) => stop()));
};
