type Data = Record<string, unknown>;

interface DatabaseWrite {
  data?: unknown;
}

/**
 * Adds values to the rows of a write by `strapi.db.query()`. Replaces the rows by copies, because the caller may reuse
 * or freeze its own.
 * @param complete returns the values to add to a row
 */
export const completeRows = (write: DatabaseWrite, complete: (row: Data) => object): void => {
  const completed = (row: Data): Data => ({ ...row, ...complete(row) });
  const { data } = write;
  if (Array.isArray(data)) {
    write.data = (data as Data[]).map(completed);
  } else if (typeof data === 'object' && data !== null) {
    write.data = completed(data as Data);
  }
};
