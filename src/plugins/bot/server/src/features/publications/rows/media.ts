import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { FILE_UID } from '../../../core/constants';
import { fileLinkTable, quote, tableOf } from '../../../core/database/connection';

import type { MediaRow } from './row';
import type { Versions } from './versions';

/** Makes the function that finds the media of publications. */
export const createMediaRows = (strapi: Core.Strapi, { select }: Versions) => {
  const { contentType, attributes } = botConfig(strapi);
  const quoted = (name: string): string => quote(strapi, name);
  const files = quoted(tableOf(strapi, FILE_UID));
  const links = quoted(fileLinkTable(strapi));
  const place = quoted('link.order');

  /**
   * The media of some rows, each row's in its order.
   * @param names the attributes in which they stand; that of a publication's media if none are named
   */
  return (
    ids: readonly number[],
    names: readonly string[] = [attributes.media]
  ): Promise<MediaRow[]> =>
    select(
      `SELECT link.related_id AS owner, link.field, file.id AS file_id, file.document_id, file.url, file.type,
          file.provider, file.hash, file.ext, file.alternative_text, file.caption
        FROM ${links} AS link JOIN ${files} AS file ON file.id = link.file_id
        WHERE link.related_id IN (${ids.map(() => '?').join(', ')})
          AND link.related_type = ? AND link.field IN (${names.map(() => '?').join(', ')})
        ORDER BY ${place}`,
      [...ids, contentType, ...names]
    );
};
