/**
 * Stop functions of everything that a test file has started and not stopped. A test that fails before its clean-up
 * would otherwise leave a server listening, and Jest would wait for it forever.
 */
const running = new Set<() => Promise<unknown>>();

/** Registers a stop function. The returned function removes it again. */
export const owes = (stop: () => Promise<unknown>): (() => void) => {
  running.add(stop);
  return () => running.delete(stop);
};

/** Stops everything that is still running. */
export const stopAll = async (): Promise<void> => {
  await Promise.allSettled([...running].map((stop) => stop()));
};
