/** Changes each value, and then the values within what became of it; what became undefined is left out. */
export const mapValues = async (
  value: unknown,
  change: (value: unknown) => Promise<unknown>
): Promise<unknown> => {
  const changed = await change(value);
  if (typeof changed !== 'object' || changed === null) return changed;
  const entries = Object.entries(changed).map(
    async ([key, one]) => [key, await mapValues(one, change)] as const
  );
  const kept = (await Promise.all(entries)).filter(([, one]) => one !== undefined);
  return Array.isArray(changed) ? kept.map(([, one]) => one) : Object.fromEntries(kept);
};
