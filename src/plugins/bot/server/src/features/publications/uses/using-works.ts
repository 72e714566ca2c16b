import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { serviceOf } from '../../../core/service';
import { inChunks } from '../../../core/database/chunks';
import { knexOf, tableOf } from '../../../core/database/connection';
import { createComponentRows } from '../../../core/strapi/database/component-rows';
import { fieldColumns } from '../content-type/columns';

import { getFileUseService, type FileUse, type UsedFile, type UsingWork } from '../../materials';

/** Number of file uses that the first query reads. If none of them belongs to a publication, more queries follow. */
const LOOKED_AT = 500;

interface WorkRow {
  id: number;
  document_id: string;
  title: string | null;
  published_at: unknown;
}

/** Finds the publications that use a file, also in their components. */
export const createUsingWorksService = ({ strapi }: { strapi: Core.Strapi }) => {
  const uid = botConfig(strapi).contentType;
  const columns = fieldColumns(strapi);
  const components = createComponentRows(strapi);

  /**
   * Finds the entries, of any content type, that contain the given records which use a file, and returns them in place
   * of the records.
   */
  const ofEntries = async (uses: FileUse[]): Promise<FileUse[]> => {
    const found = await Promise.all(
      uses.map(async (use) => (await components.above(use)).map((entry) => ({ ...use, ...entry })))
    );
    return found.flat();
  };

  const findRows = async (ids: number[]): Promise<WorkRow[]> => {
    const rows: WorkRow[] = [];
    for (const chunk of inChunks([...ids].sort((one, other) => one - other))) {
      const found: WorkRow[] = await knexOf(strapi)(tableOf(strapi, uid))
        .select('id', 'document_id', { title: columns.title }, 'published_at')
        .whereIn('id', chunk)
        .orderBy('id');
      rows.push(...found);
    }
    return rows;
  };

  const service = {
    entriesOf: ofEntries,

    /**
     * Finds where publications and their components use the given files. May omit some uses if there are very many.
     */
    async findUses(files: UsedFile[], limit = LOOKED_AT): Promise<FileUse[]> {
      const { uses, isAll } = await getFileUseService(strapi).find(files, limit);
      const found = (await ofEntries(uses)).filter((entry) => entry.uid === uid);
      return found.length > 0 || isAll ? found : service.findUses(files, limit * 10);
    },

    /** The publications to which the given file uses belong, without duplicates. */
    async worksOf(uses: FileUse[]): Promise<UsingWork[]> {
      const ways = new Map<number, FileUse['how'][]>();
      for (const { id, how } of uses) {
        ways.set(id, [...(ways.get(id) ?? []), how]);
      }
      const works = new Map<string, UsingWork>();
      for (const { id, document_id, title, published_at } of await findRows([...ways.keys()])) {
        const known = works.get(document_id);
        works.set(document_id, {
          id: document_id,
          title: title ?? '',
          isPublished: published_at !== null || known?.isPublished === true,
          how: [...new Set([...(known?.how ?? []), ...(ways.get(id) ?? [])])],
        });
      }
      return [...works.values()];
    },
  };
  return service;
};

export const getUsingWorksService = serviceOf<typeof createUsingWorksService>('usingWorks');
