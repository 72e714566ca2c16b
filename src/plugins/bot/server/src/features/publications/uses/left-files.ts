import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { FILE_UID } from '../../../core/constants';
import { inChunks } from '../../../core/database/chunks';
import { knexOf, fileLinkTable, tableOf } from '../../../core/database/connection';

import { getFileUseService, type UsedFile } from '../../materials';

/** A file whose publication was deleted without its media. */
export interface LeftFile extends UsedFile {
  document_id: string;
  name: string;
}

/** Finds unused files of publications deleted with SQL. Expensive: reads all links. For a command, not for requests. */
export const findLeftFiles = async (strapi: Core.Strapi): Promise<LeftFile[]> => {
  const uid = botConfig(strapi).contentType;
  const knex = knexOf(strapi);
  const linked: number[] = await knex({ link: fileLinkTable(strapi) })
    .distinct()
    .where('link.related_type', uid)
    .whereNotExists(
      knex({ version: tableOf(strapi, uid) })
        .select(knex.raw('1'))
        .whereRaw('version.id = link.related_id')
    )
    .pluck('link.file_id');
  const left: LeftFile[] = [];
  for (const chunk of inChunks(linked)) {
    const files: LeftFile[] = await knexOf(strapi)(tableOf(strapi, FILE_UID))
      .select('id', 'hash', 'document_id', 'name')
      .whereIn('id', [...chunk]);
    const used = await getFileUseService(strapi).used(files);
    left.push(...files.filter(({ id }) => !used.has(id)));
  }
  return left;
};
