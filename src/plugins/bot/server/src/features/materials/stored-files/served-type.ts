import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';

import {
  bytesOfHandle,
  EDGE_BYTES,
  edgesOf,
  isTypeFixedByExtension,
  readText,
  servedTypeOfExtension,
  textTypeOf,
} from '@fleet-bot/media';

/**
 * The Content-Type of a stored file whose extension alone is not enough or could run in a browser: a text type with
 * the detected charset, or a document type.
 * @param name the name of the file in storage
 * @param handle an open handle; its read position does not matter
 * @param size the size in bytes
 * @returns undefined for a file whose extension is enough
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
  return isTypeFixedByExtension(extension) ? undefined : 'application/octet-stream';
};
