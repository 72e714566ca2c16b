/** Creates an event that code can announce and listen to. */
export const createEvent = <Told = void>() => {
  const listeners = new Set<(told: Told) => void>();
  return {
    announce: (told: Told): void => listeners.forEach((listener) => listener(told)),
    /** Adds a listener. Returns a function that removes the listener. */
    listen: (listener: (told: Told) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
