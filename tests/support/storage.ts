import { readdir } from 'node:fs/promises';

/** The names of all files that lie in the site's upload folder. */
export const storedFiles = async ({ uploadsDir }: { uploadsDir: string }): Promise<string[]> =>
  (await readdir(uploadsDir)).sort();

/**
 * Waits until `check` is true: for what happens after an answer, such as the removal of bytes.
 * @returns false if it is not within `milliseconds`
 */
export const eventually = async (
  check: () => boolean | Promise<boolean>,
  milliseconds = 10_000
): Promise<boolean> => {
  const end = Date.now() + milliseconds;
  while (!(await check())) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
  return true;
};

/** Waits until the site's upload folder holds these files and no others. */
export const storageSettles = (
  site: { uploadsDir: string },
  expected: string[]
): Promise<boolean> =>
  eventually(
    async () => JSON.stringify(await storedFiles(site)) === JSON.stringify([...expected].sort())
  );
