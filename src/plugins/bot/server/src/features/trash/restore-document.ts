import type { Core } from '@strapi/strapi';

import { getChangeRecorderService } from '../changes';
import { botConfig } from '../../core/config';
import { getEntryEventService } from '../../core/strapi/entry-events';
import {
  changeOf,
  withoutRecording,
  findOtherOwner,
  getPublicationDetailService,
  getSlugService,
  isBlank,
} from '../publications';
import { isLocalized } from '../../core/strapi/locales';

import type { KeptDetails, KeptPublication } from './trashed-publication';
import { createFullDocument, type Stored } from './full-document';

const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Makes the function that writes the rows and details of a restored publication. */
export const createDocumentRestore = (strapi: Core.Strapi) => {
  const { contentType, attributes } = botConfig(strapi);
  const documents = createFullDocument(strapi);

  /** Replaces slugs that another publication has taken meanwhile. */
  const withFreeSlugs = async (documentId: string, rows: Stored[]): Promise<Stored[]> => {
    const localized = isLocalized(strapi, contentType);
    const free: Stored[] = [];
    const found = new Map<string, string>();
    for (const row of rows) {
      const slug = row[attributes.slug];
      const locale = localized ? ((row.locale as string | null) ?? null) : null;
      if (typeof slug !== 'string' || isBlank(slug)) {
        free.push(row);
        continue;
      }
      const key = `${locale ?? ''} ${slug}`;
      const kept =
        found.get(key) ?? (await getSlugService(strapi).keep(slug, { documentId, locale }));
      found.set(key, kept);
      free.push({ ...row, [attributes.slug]: kept });
    }
    return free;
  };

  /** Restores the external id unless another publication has it, and the schedule except a publish time in the past. */
  const writeDetails = async (documentId: string, kept: KeptDetails): Promise<void> => {
    const { externalId } = kept;
    const publishAt = timeOf(kept.publishAt);
    const isFree = (await findOtherOwner(strapi, externalId, documentId)) === undefined;
    const details = {
      externalId: isFree ? externalId : null,
      publishAt: publishAt !== null && publishAt > new Date() ? publishAt : null,
      unpublishAt: timeOf(kept.unpublishAt),
    };
    if (Object.values(details).some((value) => value !== null)) {
      await getPublicationDetailService(strapi).write(documentId, details);
    }
  };

  const recordRestore = async (
    documentId: string,
    rows: (Stored & { id: number })[]
  ): Promise<void> => {
    const title: unknown = rows[0]?.[attributes.title];
    const isPublic = rows.some((row) => row.publishedAt != null);
    const changeDetails = { title: typeof title === 'string' ? title : null };
    await getChangeRecorderService(strapi).record([
      changeOf('created', documentId, changeDetails),
      ...(isPublic ? [changeOf('published', documentId, changeDetails)] : []),
    ]);
    for (const row of rows) {
      const event = row.publishedAt == null ? 'entry.create' : 'entry.publish';
      getEntryEventService(strapi).emit(event, row);
    }
  };

  /** Writes a publication. Call it in a transaction, after its files are back in the Media Library. */
  return async (documentId: string, content: KeptPublication): Promise<void> => {
    const rows: (Stored & { id: number })[] = [];
    await withoutRecording(documentId, async () => {
      for (const row of await withFreeSlugs(documentId, content.rows)) {
        rows.push(await documents.write(contentType, row));
      }
    });
    await recordRestore(documentId, rows);
    // Written last: the update that this records is dropped, because "created" is already recorded.
    await writeDetails(documentId, content.details);
  };
};
