/** Creates an event that code can announce and listen to. */
export const createEvent = <Payload = void>() => {
  const listeners = new Set<(payload: Payload) => void>();
  return {
    announce: (payload: Payload): void => listeners.forEach((listener) => listener(payload)),
    /** Adds a listener. Returns a function that removes the listener. */
    listen: (listener: (payload: Payload) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
