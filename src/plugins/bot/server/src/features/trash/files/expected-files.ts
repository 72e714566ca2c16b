import type { Core } from '@strapi/strapi';

import {
  rowsOfProvider,
  sizesOf,
  type ExpectedFile,
  type ExpectedObject,
} from '../../reconciliation';

import { toTrashedFile, TRASHED_FILE_UID, type TrashedFileRow } from './trashed-file';

/** Yields the files of the trash in the storage of a provider. */
export async function* expectedTrashedFiles(
  strapi: Core.Strapi,
  provider: string
): AsyncIterable<ExpectedFile> {
  const rows = rowsOfProvider<TrashedFileRow>(strapi, TRASHED_FILE_UID, provider, ['*']);
  for await (const row of rows) {
    const { documentId: id, file, kept } = toTrashedFile(row);
    const sizes = sizesOf(file);
    const stored = typeof file.botStoredDigest === 'string' ? file.botStoredDigest : null;
    const objects = kept.map(({ at, aside: quarantined, sha256 }, index): ExpectedObject => ({
      places: [quarantined, at],
      kilobytes: sizes[index] ?? null,
      sha256: sha256 ?? (index === 0 ? stored : null),
    }));
    yield { id, name: file.name, isTrashed: true, objects };
  }
}
