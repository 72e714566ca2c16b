const ascending = (values) => [...values].sort((a, b) => a - b);

/** The value that a share of all values does not exceed (nearest rank). */
export const percentile = (values, share) =>
  ascending(values)[Math.max(0, Math.ceil(values.length * share) - 1)];

/** The middle value; of an even number of values the mean of the two in the middle. */
export const median = (values) => {
  const sorted = ascending(values);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
};
