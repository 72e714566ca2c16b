/** Maximum number of rows or values in one SQL statement. SQLite allows 32,766 values. */
const AT_ONCE = 500;

/** Splits a list into chunks of `size`, by default small enough for one statement. */
export const inChunks = <Item>(items: readonly Item[], size = AT_ONCE): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_value, index) =>
    items.slice(index * size, (index + 1) * size)
  );
