type Query<Connection extends object> = (connection: Connection, sql: string) => Promise<unknown>;

/** The end of the last statement of a connection. */
const lastOf = new WeakMap<object, Promise<unknown>>();

/**
 * Sends the statements of a connection one after the other. Callers send several at once in a transaction, as Strapi does
 * to populate; pg queues them itself, says that it is deprecated, and stops with version 9.
 */
export const inSeries =
  <Connection extends object>(query: Query<Connection>): Query<Connection> =>
  (connection, sql) => {
    const last = lastOf.get(connection);
    const sending = last ? last.then(() => query(connection, sql)) : query(connection, sql);
    const ended = sending.then(
      () => undefined,
      () => undefined
    );
    lastOf.set(connection, ended);
    // An idle connection gets its next statement at once.
    void ended.then(() => {
      if (lastOf.get(connection) === ended) lastOf.delete(connection);
    });
    return sending;
  };
