import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { access, cp, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** In a folder of this run of Jest: what an earlier one made may be of other sources. */
const placeOf = (name: string): string | undefined => {
  const { TEST_TEMPLATES } = process.env;
  // Outside of Jest, nothing is kept.
  return TEST_TEMPLATES && path.join(TEST_TEMPLATES, name);
};

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false
  );

/** Copies a file or a folder with its links as they are. */
export const copy = (from: string, to: string): Promise<void> =>
  cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    errorOnExist: true,
    force: false,
  });

/** Copies a folder with all that is in it, and whose it is, over an empty one. */
const copyWithOwner = (from: string, to: string): void =>
  void execFileSync('cp', ['-a', `${from}/.`, to]);

/**
 * Copies to `target` what one test file of this run has made for the others, which takes longer to
 * make than to copy.
 * @returns whether there is any yet
 */
export const copyKept = async (
  name: string,
  target: string,
  copyTo: (from: string, to: string) => unknown = copy
): Promise<boolean> => {
  const place = placeOf(name);
  if (place === undefined || !(await isThere(place))) return false;
  await copyTo(place, target);
  return true;
};

/** Keeps what `put` puts at the place that it is given, if no other test file has been faster. */
export const keep = async (
  name: string,
  put: (place: string) => PromiseLike<unknown>
): Promise<void> => {
  const place = placeOf(name);
  if (place === undefined || (await isThere(place))) return;
  const own = `${place}.${process.pid}`;
  await put(own);
  try {
    await rename(own, place);
  } catch (error) {
    // A folder does not take the place of another one.
    if (!(await isThere(place))) throw error;
    await rm(own, { recursive: true });
  }
};

/**
 * Makes a folder of a database server with `make`, for the first test file of this run, and copies it
 * for the others.
 * @param folder an empty one
 */
export const makeOnce = async (
  name: string,
  folder: string,
  make: () => unknown
): Promise<void> => {
  if (await copyKept(name, folder, copyWithOwner)) return;
  make();
  await keep(name, async (place) => {
    await mkdir(place);
    copyWithOwner(folder, place);
  });
};
