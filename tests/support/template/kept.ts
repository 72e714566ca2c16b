import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { access, cp, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Path of a stored item in the folder of this Jest run. Items of earlier runs may come from other sources. */
const placeOf = (name: string): string | undefined => {
  const { TEST_TEMPLATES } = process.env;
  // Nothing is stored outside of Jest.
  return TEST_TEMPLATES && path.join(TEST_TEMPLATES, name);
};

const fileExists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false
  );

/** Copies a file or a folder without following links. */
export const copy = (from: string, to: string): Promise<void> =>
  cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    errorOnExist: true,
    force: false,
  });

/** Copies the content of a folder, including owners, into an empty one. */
const copyWithOwner = (from: string, to: string): void =>
  void execFileSync('cp', ['-a', `${from}/.`, to]);

/**
 * Copies an item that another test file of this run has stored, because copying is faster than creating it.
 * @returns whether the item exists yet
 */
export const copyKept = async (
  name: string,
  target: string,
  copyTo: (from: string, to: string) => unknown = copy
): Promise<boolean> => {
  const place = placeOf(name);
  if (place === undefined || !(await fileExists(place))) return false;
  await copyTo(place, target);
  return true;
};

/** Stores an item with `put`, unless another test file has stored it first. */
export const keep = async (
  name: string,
  put: (place: string) => PromiseLike<unknown>
): Promise<void> => {
  const place = placeOf(name);
  if (place === undefined || (await fileExists(place))) return;
  const own = `${place}.${process.pid}`;
  await put(own);
  try {
    await rename(own, place);
  } catch (error) {
    // A rename does not replace an existing folder.
    if (!(await fileExists(place))) throw error;
    await rm(own, { recursive: true });
  }
};

/**
 * Creates the data folder of a database server with `make` in the first test file of this run, and copies it for the
 * others.
 * @param folder an empty folder
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
