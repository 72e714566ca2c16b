/** Something that happens, and whoever listens to it. */
export const createEvent = <Told = void>() => {
  const listeners = new Set<(told: Told) => void>();
  return {
    announce: (told: Told): void => listeners.forEach((listener) => listener(told)),
    /** Gives what ends it. */
    listen: (listener: (told: Told) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
