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
  size: number
): Promise<string | undefined> => {
  const extension = path.extname(name).toLowerCase();
  const document = servedTypeOfExtension(extension);
  const mime = textTypeOf(extension);
  if (document !== undefined || mime === undefined) {
    return document;
  }
  const { head, tail } = await edgesOf(bytesOfHandle(handle, size), EDGE_BYTES);
  const text = await readText(head, tail);
  if (text !== undefined) {
    return `${mime}; charset=${text.charset}`;
  }
  return isToldByExtension(extension) ? undefined : 'application/octet-stream';
};
