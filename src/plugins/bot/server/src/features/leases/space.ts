import type { Space } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../core/constants';
import { knexOf, tableOf } from '../../core/database/connection';
import { getMaterialLibraryService } from '../materials';

const LARGEST = 10;

interface KindRow {
  type: Space['kinds'][number]['type'];
  count: number | string;
  kilobytes: number | string | null;
}

/** Storage used by the Media Library per kind of file, and the largest files. */
export const readSpace = async (strapi: Core.Strapi): Promise<Space> => {
  const table = tableOf(strapi, FILE_UID);
  const kinds: KindRow[] = await knexOf(strapi)(table)
    .select('type')
    .count({ count: '*' })
    .sum({ kilobytes: 'size' })
    .groupBy('type');
  const largest: { document_id: string }[] = await knexOf(strapi)(table)
    .select('document_id')
    .whereNotNull('size')
    .orderBy('size', 'desc')
    .limit(LARGEST);
  return {
    kinds: kinds.map(({ type, count, kilobytes }) => ({
      type,
      count: Number(count),
      kilobytes: Number(kilobytes ?? 0),
    })),
    largest: await getMaterialLibraryService(strapi).named(largest.map((row) => row.document_id)),
  };
};
