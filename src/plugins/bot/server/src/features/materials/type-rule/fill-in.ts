import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../../core/constants';
import { IMAGE_TYPES } from './material-type';
import { query, tableOf } from '../../../core/database/connection';

/** Gives every file the type that its MIME type stands for; the index makes this a look-up. */
export const fillInTypes = async (strapi: Core.Strapi): Promise<void> => {
  const table = tableOf(strapi, FILE_UID);
  await query(strapi, (knex) =>
    knex(table)
      .whereIn('type', ['file', 'video'])
      .whereIn('mime', IMAGE_TYPES)
      .update({ type: 'image' })
  );
  await query(strapi, (knex) =>
    knex(table)
      .whereIn('type', ['file', 'image'])
      .where('mime', '>=', 'video/')
      .where('mime', '<', 'video0')
      .update({ type: 'video' })
  );
};
