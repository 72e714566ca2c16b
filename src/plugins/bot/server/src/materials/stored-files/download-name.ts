import path from 'node:path';

import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../constants';
import { query, tableOf } from '../../database/connection';

/** What a file is called in the Media Library, with the extension that it is stored with. */
export const downloadName = (name: string, ext: string): string =>
  name.toLowerCase().endsWith(ext.toLowerCase()) ? name : `${name}${ext}`;

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
