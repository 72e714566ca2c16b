import type { Core } from '@strapi/strapi';

import { getChangeRecorderService } from '../changes';
import { botConfig } from '../../core/config';
import { getEntryEventService } from '../../core/strapi/entry-events';
import {
  changeOf,
  toldElsewhere,
  findOtherOwner,
  getPublicationDetailService,
  getSlugService,
  isBlank,
} from '../publications';
import { isLocalized } from '../../core/strapi/locales';

import type { KeptDetails, KeptPublication } from './trashed-publication';
import { createWholeDocument, type Stored } from './whole-document';

const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

export const createWriteAgain = (strapi: Core.Strapi) => {
  const { contentType, attributes } = botConfig(strapi);
  const documents = createWholeDocument(strapi);

  /** The slugs of its rows, with another one for each that somebody has taken meanwhile. */
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

  /** Its name, unless another publication has it by now; and times, but none to publish that is past. */
  const writeDetails = async (documentId: string, kept: KeptDetails): Promise<void> => {
    const { externalId } = kept;
    const publishAt = timeOf(kept.publishAt);
    const isFree = (await findOtherOwner(strapi, externalId, documentId)) === undefined;
    const given = {
      externalId: isFree ? externalId : null,
      publishAt: publishAt !== null && publishAt > new Date() ? publishAt : null,
      unpublishAt: timeOf(kept.unpublishAt),
    };
    if (Object.values(given).some((value) => value !== null)) {
      await getPublicationDetailService(strapi).write(documentId, given);
    }
  };

  const tell = async (documentId: string, rows: (Stored & { id: number })[]): Promise<void> => {
    const title: unknown = rows[0]?.[attributes.title];
    const isPublic = rows.some((row) => row.publishedAt != null);
    const told = { title: typeof title === 'string' ? title : null };
    await getChangeRecorderService(strapi).record([
      changeOf('created', documentId, told),
      ...(isPublic ? [changeOf('published', documentId, told)] : []),
    ]);
    for (const row of rows) {
      const event = row.publishedAt == null ? 'entry.create' : 'entry.publish';
      getEntryEventService(strapi).emit(event, row);
    }
  };

  /** To be called in a transaction, when its files are in the library again. */
  return async (documentId: string, content: KeptPublication): Promise<void> => {
    const rows: (Stored & { id: number })[] = [];
    await toldElsewhere(documentId, async () => {
      for (const row of await withFreeSlugs(documentId, content.rows)) {
        rows.push(await documents.write(contentType, row));
      }
    });
    await tell(documentId, rows);
    // Behind it: that it is an update then goes without saying.
    await writeDetails(documentId, content.details);
  };
};
