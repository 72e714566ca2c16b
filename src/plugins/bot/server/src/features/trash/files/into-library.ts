import type { Core } from '@strapi/strapi';

import { FILE_UID, FOLDER_UID } from '../../../core/constants';
import { folderLinkTable, query, tableOf } from '../../../core/database/connection';
import { columnsOf, type Entity } from '../../../core/database/rows/entity';
import { createInsert, type StoredEntity } from '../../../core/database/rows/insert-entity';
import { protocolError } from '../../../core/protocol/errors';
import { getRemovalQueueService } from '../../removals/queue';

import type { RestoreClaimsService } from './restore-claims';
import {
  GRACE_SECONDS,
  createTrashedFileRows,
  placesAside,
  type File,
  type ReadyFile,
  type TrashedFile,
} from './trashed-file';

/** Puts files back into the Media Library. */
export const createIntoLibrary = (strapi: Core.Strapi, claims: RestoreClaimsService) => {
  const rows = createTrashedFileRows(strapi);
  const queue = () => getRemovalQueueService(strapi);
  const insertFile = createInsert(strapi, FILE_UID);
  const columns = columnsOf(strapi, FILE_UID);

  /** Dates are texts in JSON, and drivers take them for local times. */
  const toEntity = (file: File): Entity => {
    const { id: _id, ...entity } = file as Entity;
    for (const { name, type } of columns) {
      const value = entity[name];
      if (type === 'datetime' && typeof value === 'string') {
        entity[name] = new Date(value);
      }
    }
    return entity;
  };

  /** People who are gone meanwhile have made nothing. */
  const withoutGonePeople = async (entity: Entity): Promise<Entity> => {
    for (const name of ['createdBy', 'updatedBy']) {
      const id = entity[name];
      if (
        typeof id === 'number' &&
        !(await strapi.db.query('admin::user').findOne({ where: { id } }))
      ) {
        entity[name] = null;
      }
    }
    return entity;
  };

  /** Into the folder of before, or to the top if there is no such folder any more. */
  const intoFolder = async (id: number, { file, folder: folderId }: TrashedFile): Promise<void> => {
    await query(strapi, async (knex) => {
      const folder =
        folderId !== null &&
        (await knex(tableOf(strapi, FOLDER_UID)).where({ id: folderId }).first('id', 'path'));
      if (folder) {
        await knex(folderLinkTable(strapi)).insert({ file_id: id, folder_id: folder.id });
      }
      const folderPath: unknown = folder ? folder.path : '/';
      if (folderPath !== file.folderPath) {
        await knex(tableOf(strapi, FILE_UID)).where({ id }).update({ folder_path: folderPath });
      }
    });
  };

  /**
   * Puts a file back into the Media Library, with its id. To be called in a transaction.
   * @throws `storage-timeout` if it took so long that its bytes may be gone again
   */
  return async (ready: ReadyFile): Promise<StoredEntity> => {
    const { trashed: file, intent } = ready;
    claims.keepNoLonger(ready);
    // One whose time was over may have been moved meanwhile.
    const count = await query(strapi, (knex) =>
      rows.all(knex).where({ id: file.id, is_aside: file.isAside }).delete()
    );
    if (count !== 1) {
      throw protocolError('storage-timeout');
    }
    if (intent !== undefined) {
      await queue().cancel(intent);
    }
    // A worker may be copying what was not aside yet.
    const seconds = file.isAside ? 0 : GRACE_SECONDS;
    await queue().add({ provider: file.provider, objects: placesAside(file), seconds });
    const row = await insertFile(await withoutGonePeople(toEntity(file.file)));
    await intoFolder(row.id, file);
    return row;
  };
};
