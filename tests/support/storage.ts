import { readdir } from 'node:fs/promises';

/** Names of all files in the site's upload folder. */
export const storedFiles = async ({ uploadsDir }: { uploadsDir: string }): Promise<string[]> =>
  (await readdir(uploadsDir)).sort();

/**
 * Waits until `check` is true, for effects after an answer, such as the deletion of bytes.
 * @returns false if it is still false after `milliseconds`
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

/** Waits until the site's upload folder contains exactly these files. */
export const storageSettles = (
  site: { uploadsDir: string },
  expected: string[]
): Promise<boolean> =>
  eventually(
    async () => JSON.stringify(await storedFiles(site)) === JSON.stringify([...expected].sort())
  );
