import path from 'node:path';

import { parse as parseDisposition } from 'content-disposition';
import mime from 'mime-types';

import type { Opened } from './open';

const fromDisposition = (header: string | undefined): string | undefined => {
  try {
    return header === undefined ? undefined : parseDisposition(header).parameters.filename;
  } catch {
    return undefined;
  }
};

const fromPath = ({ pathname }: URL): string => {
  const last = path.posix.basename(pathname);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
};

/**
 * The name of the file at an address: what `Content-Disposition` says, or the last part of the path;
 * one without an extension gets that of its `Content-Type`.
 */
export const fileNameOf = ({ url, response: { headers } }: Opened): string => {
  const name = fromDisposition(headers['content-disposition']) ?? fromPath(url);
  const extension = mime.extension(headers['content-type'] ?? '');
  return path.extname(name) === '' && extension !== false ? `${name}.${extension}` : name;
};
