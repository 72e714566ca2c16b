const raised = new WeakSet<object>();

/** Remembers that an error came from the database or its driver. */
export const noteDatabaseError = (error: object): void => {
  raised.add(error);
};

/** Whether an error, or what caused it, came from the database or its driver, by its origin. */
export const isDatabaseError = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (raised.has(error) || isDatabaseError(Reflect.get(error, 'cause')));
