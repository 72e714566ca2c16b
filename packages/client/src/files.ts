/*
 * Access to files by path. Builds for browsers replace this module with files.browser.ts, so that their bundles import
 * nothing from Node.
 */

/** Bytes that can be read repeatedly, and their file name. */
export interface Whole {
  bytes: Blob;
  filename: string;
}

/** Opens a file by its path or `file:` URL. Its bytes are read while they are sent. */
export const openFile = async (source: string | URL): Promise<Whole> => {
  const fs = await import('node:fs');
  const url = await import('node:url');
  const path = await import('node:path');
  const file = source instanceof URL ? url.fileURLToPath(source) : source;
  // `openAsBlob` opens folders too, and does not tell that a file is missing.
  if (!(await fs.promises.stat(file)).isFile()) throw new Error(`${file} is not a file`);
  return { bytes: await fs.openAsBlob(file), filename: path.basename(file) };
};

/** Text of a file; an empty string if the file does not exist. */
export const readText = async (path: string): Promise<string> => {
  const { readFile } = await import('node:fs/promises');
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
};

/** Replaces a text file atomically: writes `<path>.new` and renames it. */
export const replaceText = async (path: string, text: string): Promise<void> => {
  const { rename, writeFile } = await import('node:fs/promises');
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
};
