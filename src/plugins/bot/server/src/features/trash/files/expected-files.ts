import type { Core } from '@strapi/strapi';

import { query } from '../../../core/database/connection';
import { sizesOf, type ExpectedFile, type ExpectedObject } from '../../reconciliation';

import { toTrashedFile, trashedFiles } from './trashed-file';

/** Rows read at a time. */
const PAGE = 1_000;

/** The files of the trash, as they should be in the storage of a provider. */
export async function* expectedTrashedFiles(
  strapi: Core.Strapi,
  provider: string
): AsyncIterable<ExpectedFile> {
  for (let last = 0, isMore = true; isMore;) {
    const after = last;
    const rows = await query(strapi, (knex) =>
      trashedFiles(strapi, knex)
        .where({ provider })
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE)
    );
    for (const row of rows) {
      const { documentId: id, file, kept } = toTrashedFile(row);
      const sizes = sizesOf(file);
      const stored = typeof file.botStoredDigest === 'string' ? file.botStoredDigest : null;
      const objects = kept.map(({ at, aside, sha256 }, index): ExpectedObject => ({
        places: [aside, at],
        kilobytes: sizes[index] ?? null,
        sha256: sha256 ?? (index === 0 ? stored : null),
      }));
      yield { id, name: file.name, isTrashed: true, objects };
    }
    last = rows.at(-1)?.id ?? last;
    isMore = rows.length === PAGE;
  }
}
