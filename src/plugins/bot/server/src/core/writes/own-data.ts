type Data = Record<string, unknown>;

interface DatabaseWrite {
  data?: unknown;
}

/**
 * Completes the rows of a write of `strapi.db.query()`. The write gets copies, as the rows belong to the caller, who may
 * write them again or have frozen them.
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
