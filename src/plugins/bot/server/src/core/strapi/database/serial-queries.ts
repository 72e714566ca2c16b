type Query<Connection extends object> = (connection: Connection, sql: string) => Promise<unknown>;

/** Promise for the end of the latest statement, by connection. */
const lastOf = new WeakMap<object, Promise<unknown>>();

/**
 * Serializes the statements of a connection. Strapi sends several at once in a transaction, for example to populate; pg
 * queues them, but deprecates this and will remove it in version 9.
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
    // Removes the finished promise, so that an idle connection gets its next statement at once.
    void ended.then(() => {
      if (lastOf.get(connection) === ended) lastOf.delete(connection);
    });
    return sending;
  };
