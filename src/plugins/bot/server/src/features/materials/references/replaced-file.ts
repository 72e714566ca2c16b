import type { Core, UID } from '@strapi/strapi';

import { FILE_REFERENCE_UID } from '../../../core/constants';
import { inChunks } from '../../../core/database/chunks';
import { query, tableOf } from '../../../core/database/connection';
import type { StoredFile } from '../../../core/strapi/uploads/stored-object';

import { keyOfFile } from './addresses';
import { createReaddress } from './readdress';
import { getFileReferenceScanService } from './scan';
import { plainText, textColumns } from './text-attributes';

/**
 * Puts the new addresses of a replaced file into every text that shows it, drafts and public
 * versions alike, so that pages show the new file and not a hole. Nobody has edited these texts:
 * dates and revisions stay, and nothing is said of a change. To be called in a transaction.
 */
export const readdressTexts = async (
  strapi: Core.Strapi,
  before: StoredFile,
  after: StoredFile
): Promise<void> => {
  const readdress = createReaddress(before, after);
  if (readdress === undefined) {
    return;
  }
  const sources: { uid: string; id: number }[] = await query(strapi, (knex) =>
    knex(tableOf(strapi, FILE_REFERENCE_UID))
      .where('file_key', keyOfFile(before.hash))
      .orderBy(['source_type', 'source_id'])
      .select({ uid: 'source_type', id: 'source_id' })
  );

  const readdressRows = async (uid: string, columns: string[], ids: number[]): Promise<void> => {
    const table = tableOf(strapi, uid as UID.Schema);
    const rows: (Record<string, unknown> & { id: number })[] = await query(strapi, (knex) =>
      knex(table)
        .select('id', ...columns)
        .whereIn('id', ids)
        .orderBy('id')
        .forUpdate()
    );
    for (const row of rows) {
      const changes = columns.flatMap((column) => {
        const text = plainText(row[column]);
        const now = readdress(text);
        return now === text ? [] : [[column, now] as const];
      });
      if (changes.length > 0) {
        await query(strapi, (knex) =>
          knex(table).where('id', row.id).update(Object.fromEntries(changes))
        );
      }
    }
    await getFileReferenceScanService(strapi).rows(uid, ids);
  };

  for (const [uid, columns] of textColumns(strapi)) {
    for (const chunk of inChunks(sources.filter((source) => source.uid === uid))) {
      await readdressRows(
        uid,
        columns,
        chunk.map(({ id }) => id)
      );
    }
  }
};
