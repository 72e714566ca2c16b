import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';

import {
  bytesOfHandle,
  EDGE_BYTES,
  edgesOf,
  isToldByExtension,
  readText,
  servedTypeOfExtension,
  textTypeOf,
} from '@fleet-bot/media';

/** Types that are remembered; a text is looked into once, and again when it was replaced. */
const REMEMBERED = 1000;

const BYTES = 'application/octet-stream';

const known = new Map<string, string | undefined>();

const remember = (key: string, type: string | undefined): void => {
  const oldest = known.keys().next();
  if (known.size >= REMEMBERED && oldest.done !== true) {
    known.delete(oldest.value);
  }
  known.set(key, type);
};

const readTextType = async (
  handle: FileHandle,
  size: number,
  mime: string
): Promise<string | undefined> => {
  const { head, tail } = await edgesOf(bytesOfHandle(handle, size), EDGE_BYTES);
  const text = await readText(head, tail);
  return text && `${mime}; charset=${text.charset}`;
};

/**
 * The type that a stored file is served as, where its extension alone says nothing, or says what a
 * browser could run: a kind of text with the encoding that it is in, or a kind of document.
 * @param name of the file in storage
 * @param handle to read it with, from wherever it stands
 * @returns undefined for a file whose extension says enough
 */
export const servedTypeOf = async (
  name: string,
  handle: FileHandle,
  { size, mtimeNs }: BigIntStats
): Promise<string | undefined> => {
  const extension = path.extname(name).toLowerCase();
  const document = servedTypeOfExtension(extension);
  const mime = textTypeOf(extension);
  if (document !== undefined || mime === undefined) {
    return document;
  }
  const key = `${name} ${size} ${mtimeNs}`;
  if (!known.has(key)) {
    const unread = isToldByExtension(extension) ? undefined : BYTES;
    remember(key, (await readTextType(handle, Number(size), mime)) ?? unread);
  }
  return known.get(key);
};
