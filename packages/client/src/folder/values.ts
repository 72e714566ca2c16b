const FILE = /^\.{0,2}\/|^[^\s:]+\.(avif|gif|jpe?g|png|svg|tiff?|webp|mp3|mp4|webm|pdf)$/i;

/** Whether the value of a field looks like the path of a file. */
export const namesFile = (value: unknown): value is string =>
  typeof value === 'string' && FILE.test(value);

/** Maps a value, then recursively the values inside. Properties that become undefined are removed; array items stay. */
export const mapValues = async (
  value: unknown,
  change: (value: unknown) => Promise<unknown>
): Promise<unknown> => {
  const changed = await change(value);
  if (typeof changed !== 'object' || changed === null) return changed;
  if (Array.isArray(changed)) {
    return Promise.all(changed.map(async (one: unknown) => (await mapValues(one, change)) ?? one));
  }
  const entries = Object.entries(changed).map(
    async ([key, one]) => [key, await mapValues(one, change)] as const
  );
  return Object.fromEntries((await Promise.all(entries)).filter(([, one]) => one !== undefined));
};
