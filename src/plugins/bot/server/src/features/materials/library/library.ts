import type { MaterialChange, MaterialRecord, NamedMaterial } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { FILE_UID } from '../../../core/constants';
import { afterCommit, transaction } from '../../../core/database/connection';
import { getSiteService } from '../../../core/http';
import type { ReadableFile, RecordResult } from '../../../core/protocol/send';
import { protocolError } from '../../../core/protocol/errors';
import { serviceOf } from '../../../core/service';
import { getMediaEventsService } from '../../../core/strapi/media-events';

import { getCascadeService } from '../uses/cascade';
import { getFileUseService, type UsedFile, worksUsing, type UsingWork } from '../uses/file-uses';

import { createFilePages, type MaterialQuery } from './pages';
import { toListed, toNamed, toRecord, toUse, type LibraryFile } from './record';

/**
 * Maximum number of publications listed as users of a material, in its record or in an error. A million publications
 * may use a material.
 */
const NAMED = 100;

export interface ChangedMaterial {
  material: NamedMaterial;
  file: ReadableFile;
}

/** Reads, changes and deletes stored materials. */
export const createMaterialLibraryService = ({ strapi }: { strapi: Core.Strapi }) => {
  const files = () => strapi.db.query(FILE_UID);
  // Created at the first request: the tables that use files are known only after all types are
  // registered.
  const pages = _.once(() => createFilePages(strapi));
  const urlOf = (file: ReadableFile) => getSiteService(strapi).urlOfFile(file);

  const find = async (documentId: string): Promise<LibraryFile> => {
    const [file] = await pages().named([documentId]);
    if (file === undefined) throw protocolError('material-not-found');
    return file;
  };

  const namedUsing = async (file: UsedFile): Promise<UsingWork[]> =>
    (await worksUsing.resolve(strapi, file)).slice(0, NAMED);

  return {
    /** Lists a page of materials. `next` is the cursor of the next page, undefined on the last one. */
    async list(query: MaterialQuery) {
      const { files: found, next } = await pages().page(query);
      return { items: await Promise.all(found.map((file) => toListed(file, urlOf))), next };
    },

    /** Finds files by their document ids, in the order of `ids`. Omits deleted files. */
    async named(ids: string[]) {
      const found = await pages().named(ids);
      const inOrder = _.sortBy(found, ({ documentId }) => ids.indexOf(documentId));
      return Promise.all(inOrder.map((file) => toListed(file, urlOf)));
    },

    /** Returns everything known of a material, no matter who added it to the Media Library. @throws `material-not-found` */
    async findOne(id: string): Promise<MaterialRecord> {
      const file = await find(id);
      const used = await getFileUseService(strapi).used([file]);
      const isUsed = used.has(file.id);
      return toRecord(file, isUsed ? await namedUsing(file) : [], isUsed, urlOf);
    },

    /**
     * Changes the given fields of a material: name, alternative text, caption. Its bytes and its URL stay the same.
     * @throws `material-not-found`
     */
    async change(
      id: string,
      change: MaterialChange,
      record: RecordResult<ChangedMaterial>
    ): Promise<ChangedMaterial> {
      return transaction(strapi, async () => {
        const { id: row } = await find(id);
        const file = (await files().update({ where: { id: row }, data: change })) as LibraryFile;
        const changed = {
          material: await toNamed(file, urlOf),
          file: _.pick(file, ['provider', 'hash', 'ext', 'url']),
        };
        await record(changed);
        afterCommit(() => getMediaEventsService(strapi).emit('media.update', file));
        return changed;
      });
    },

    /**
     * Deletes an unused material: its row, its formats and its bytes.
     * @throws `material-not-found`; `material-in-use` with the publications that use it
     */
    async remove(id: string, record: RecordResult<{ id: string }>): Promise<{ id: string }> {
      return transaction(strapi, async () => {
        const cascade = getCascadeService(strapi);
        const locked = await cascade.findFile(id);
        if (locked === undefined) throw protocolError('material-not-found');
        const [deleted] = await cascade.removeUnlinked([locked]);
        if (deleted === undefined) {
          const uses = (await namedUsing(locked)).map(toUse);
          throw protocolError('material-in-use', { details: { uses } });
        }
        await record({ id });
        return { id };
      });
    },
  };
};

export const getMaterialLibraryService =
  serviceOf<typeof createMaterialLibraryService>('materialLibrary');
