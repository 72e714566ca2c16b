import { open } from 'node:fs/promises';
import path from 'node:path';

import { protocolError } from '../protocol/errors';

import { containsMarkup, isActiveType, startsLikeProgram } from './active-content';
import { isShownInline } from './inline-type';
import { decodeText, textTypeOf } from './text-type';

/** What a file is by its bytes. */
export interface FileIdentity {
  mime: string;
  /** With its dot. */
  ext: string;
}

/** Bytes from each end of a file that are searched for markup. */
const EDGE_BYTES = 64 * 1024;

/** Old Office files are all one container; only the name tells which of them. */
const COMPOUND_FILE_TYPES: Record<string, string> = {
  '.doc': 'application/msword',
  '.msg': 'application/vnd.ms-outlook',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.xls': 'application/vnd.ms-excel',
};

const UNKNOWN: FileIdentity = { mime: 'application/octet-stream', ext: '.bin' };

const readEdges = async (file: string): Promise<{ head: Buffer; tail: Buffer }> => {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(Math.min(size, EDGE_BYTES));
    const tail = Buffer.alloc(Math.min(size - head.length, EDGE_BYTES));
    await handle.read(head, 0, head.length, 0);
    await handle.read(tail, 0, tail.length, size - tail.length);
    return { head, tail };
  } finally {
    await handle.close();
  }
};

const refuse = (what: string): never => {
  throw protocolError('file-type-not-allowed', { message: `${what} is not accepted` });
};

/**
 * Tells what a file is. The bytes decide; the name only chooses among inert text types and
 * among old Office types, which cannot be told apart otherwise.
 * @param file path of the file
 * @param name the file name that the client sent
 * @throws `file-type-not-allowed` for whatever can run: pages, vector graphics, XML, scripts,
 *   programs, and what browsers show inline with such content at its start or end
 */
export const identify = async (file: string, name: string): Promise<FileIdentity> => {
  // ESM only, so it cannot be a static import of this CommonJS module.
  const { fileTypeFromFile } = await import('file-type');
  const detected = await fileTypeFromFile(file);
  const { head, tail } = await readEdges(file);
  const extension = path.extname(name).toLowerCase();

  if (detected !== undefined) {
    if (isActiveType(detected.mime)) {
      refuse(`A file of type ${detected.mime}`);
    }
    if (isShownInline(detected.mime) && (containsMarkup(head) || containsMarkup(tail))) {
      refuse(`A file of type ${detected.mime} with a page hidden in it`);
    }
    if (detected.mime === 'application/x-cfb') {
      const mime = COMPOUND_FILE_TYPES[extension];
      return mime === undefined ? UNKNOWN : { mime, ext: extension };
    }
    return { mime: detected.mime, ext: `.${detected.ext}` };
  }

  const text = decodeText(head);
  if (text !== undefined) {
    if (startsLikeProgram(text) || containsMarkup(head) || containsMarkup(tail)) {
      refuse('A page, a script or another text that can run');
    }
    return textTypeOf(extension);
  }
  if (containsMarkup(head) || containsMarkup(tail)) {
    refuse('A file of an unknown type with a page hidden in it');
  }
  return UNKNOWN;
};
