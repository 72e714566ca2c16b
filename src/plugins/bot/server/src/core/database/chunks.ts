/** Rows and values in one statement; SQLite takes 32,766 values. */
const AT_ONCE = 500;

/** Cuts a list into parts of `size`, by default such as fit into one statement each. */
export const inChunks = <Item>(items: readonly Item[], size = AT_ONCE): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_value, index) =>
    items.slice(index * size, (index + 1) * size)
  );
