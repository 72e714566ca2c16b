/*
 * Files by their paths. The build for browsers has files.browser.ts in place of this module, so that bundles for them
 * import nothing of Node.
 */
import type { Whole } from './uploads/source';

/** Opens a file, which is read as it is sent. */
export const openFile = async (source: string | URL): Promise<Whole> => {
  const fs = await import('node:fs');
  const url = await import('node:url');
  const path = await import('node:path');
  const file = source instanceof URL ? url.fileURLToPath(source) : source;
  return { bytes: await fs.openAsBlob(file), filename: path.basename(file) };
};

/** The text of a file; empty if there is none. */
export const readText = async (path: string): Promise<string> => {
  const { readFile } = await import('node:fs/promises');
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
};

/** Writes a file, which is always a whole one. */
export const replaceText = async (path: string, text: string): Promise<void> => {
  const { rename, writeFile } = await import('node:fs/promises');
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
};
