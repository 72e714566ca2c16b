const raised = new WeakSet<object>();

/** Marks an error as raised by the database or its driver. */
export const noteDatabaseError = (error: object): void => {
  raised.add(error);
};

/** Whether an error or one of its causes was raised by the database or its driver. */
export const isDatabaseError = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (raised.has(error) || isDatabaseError(Reflect.get(error, 'cause')));
