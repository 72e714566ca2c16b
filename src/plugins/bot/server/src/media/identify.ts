import path from 'node:path';

import { protocolError } from '../protocol/errors';

import { containsMarkup, isActiveType, startsLikeProgram } from './active-content';
import { isShownInline } from './inline-type';
import type { ReceivedBytes } from './received-bytes';
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

const refuse = (what: string): never => {
  throw protocolError('file-type-not-allowed', { message: `${what} is not accepted` });
};

/**
 * Tells what a file is. The bytes decide; the name only chooses among inert text types and
 * among old Office types, which cannot be told apart otherwise.
 * @param name the file name that the client sent
 * @throws `file-type-not-allowed` for whatever can run: pages, vector graphics, XML, scripts,
 *   programs, and what browsers show inline with such content at its start or end
 */
export const identify = async (bytes: ReceivedBytes, name: string): Promise<FileIdentity> => {
  const detected = await bytes.detectType();
  const { head, tail } = await bytes.edges(EDGE_BYTES);
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
