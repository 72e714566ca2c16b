import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';

import { readEdges } from '../../bytes/received-bytes';
import { typeOfExtension } from '../documents/containers';
import { readText } from '../documents/text-encoding';
import { textTypeOf } from '../documents/text-extensions';
import { EDGE_BYTES } from '../identify';

/** Types that are remembered; a text is looked into once, and again when it was replaced. */
const REMEMBERED = 1000;

const BYTES = 'application/octet-stream';

const known = new Map<string, string>();

const remember = (key: string, type: string): void => {
  const oldest = known.keys().next();
  if (known.size >= REMEMBERED && oldest.done !== true) {
    known.delete(oldest.value);
  }
  known.set(key, type);
};

const readTextType = async (handle: FileHandle, size: number, mime: string): Promise<string> => {
  const { head, tail } = await readEdges(handle, size, EDGE_BYTES);
  const text = await readText(head, tail);
  return text === undefined ? BYTES : `${mime}; charset=${text.charset}`;
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
  const mime = textTypeOf(extension);
  if (mime === undefined) {
    return typeOfExtension(extension);
  }
  const key = `${name} ${size} ${mtimeNs}`;
  const remembered = known.get(key);
  if (remembered !== undefined) {
    return remembered;
  }
  const type = await readTextType(handle, Number(size), mime);
  remember(key, type);
  return type;
};
