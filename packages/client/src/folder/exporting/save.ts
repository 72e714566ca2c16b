import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes a file atomically, unless it already has this content. @returns whether it was written */
export const save = async (file: string, content: string | Uint8Array): Promise<boolean> => {
  const there = await readFile(file).catch(() => undefined);
  if (there?.equals(Buffer.from(content))) return false;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
  return true;
};
