import path from 'node:path';

import { partsOfName } from '@fleet-bot/media';
import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../../core/constants';
import { query, tableOf } from '../../../core/database/connection';
import { transliterate } from '../../../core/protocol/text/transliterate';

/** The name of a file in the Media Library; with the extension of its type behind it, unless its own one is right. */
export const downloadName = (name: string, ext: string): string => {
  const { base, extension } = partsOfName(name, { mime: '', ext: ext.toLowerCase() });
  const isRight = extension !== '' && name.trimEnd() === `${base}${extension}`;
  return isRight ? name : `${name}${ext}`;
};

/**
 * Finds the name that a stored file is saved under: its own, and not that of its bytes.
 * @param storedName the last part of its address
 */
export const findDownloadName = async (
  strapi: Core.Strapi,
  storedName: string
): Promise<string> => {
  const { name: hash, ext } = path.posix.parse(storedName);
  try {
    const row: { name: string } | undefined = await query(strapi, (knex) =>
      knex(tableOf(strapi, FILE_UID)).where({ hash, ext }).first('name')
    );
    return row === undefined ? storedName : downloadName(row.name, ext);
  } catch (error) {
    // A file can be had without its database.
    strapi.log.warn(error);
    return storedName;
  }
};

/** What a header cannot have in a quoted name, or what programs read there in different ways. */
const NOT_QUOTABLE = /[^ -~]|["\\%]/g;
/** What stays as it is in `filename*` (RFC 8187, section 3.2.1), but not in an address. */
const NOT_ENCODED = /['()*]/g;

/**
 * The `Content-Disposition` of a file that is downloaded (RFC 6266): its name in ASCII for old
 * programs, and as it is. Node writes any other letter into a header as it reads none.
 */
export const attachmentNamed = (name: string): string => {
  const plain = transliterate(name).replace(NOT_QUOTABLE, '_');
  const encoded = encodeURIComponent(Buffer.from(name).toString()).replace(
    NOT_ENCODED,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};
