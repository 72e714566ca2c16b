import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { getChangeRecorderService } from '../../changes';
import { botConfig } from '../../config';
import { FILE_UID, PLUGIN_ID, TRASHED_PUBLICATION_UID } from '../../constants';
import {
  createRowInsert,
  fromJson,
  query,
  tableOf,
  toDate,
  transaction,
  type DatabaseDate,
  type Knex,
} from '../../database/connection';
import { holdLock } from '../../database/locks';
import { getSwitchesService } from '../../http';
import type { RecordResult } from '../../protocol/answer';
import { protocolError } from '../../protocol/errors';
import { getRemovalWorkerService, getTrashedFileService, type ReadyFile } from '../../removals';
import { createActorOf } from '../../strapi/actor';
import { getEntryEventService } from '../../strapi/entry-events';
import { changeOf } from '../changes/events';
import { toldElsewhere } from '../changes/middleware';
import { findOtherOwner, withExternalId } from '../details/claim-external-id';
import { getPublicationDetailService } from '../details/details';
import { isLocalized } from '../locales';
import { getPublicationReaderService, type FoundPublication } from '../reader';
import { getSlugService, isBlank } from '../slug/slug';

import { createWholeDocument, type Stored } from './whole-document';

/** What is said of a publication beside its content, with times as texts. */
interface KeptDetails {
  externalId: string | null;
  publishAt: string | null;
  unpublishAt: string | null;
}

/** A publication as it was before its deletion. */
export interface KeptPublication {
  rows: Stored[];
  details: KeptDetails;
}

interface TrashedRow {
  id: number;
  document_id: string;
  title: string | null;
  was_public: boolean | number;
  content: string;
  who: string;
  user_name: string | null;
  trashed_at: DatabaseDate;
}

/** One as the panel lists it. */
export interface TrashedPublication {
  id: string;
  title: string | null;
  wasPublic: boolean;
  /** Who has deleted it, as changes say it. */
  who: string;
  /** The person's name, of an editor. */
  name: string | null;
  /** ISO 8601. */
  deletedAt: string;
  /** When it goes for good. */
  goesAt: string;
}

const LISTED_AT_ONCE = 25;
const SWEPT_AT_ONCE = 100;
/** Restores that begin anew because a file has gone meanwhile. */
const ATTEMPTS = 3;
const DAY_MILLISECONDS = 86_400_000;

const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Keeps what is deleted for some days, and restores it; see `docs/decisions/14-trash.md`. */
export const createTrashService = ({ strapi }: { strapi: Core.Strapi }) => {
  const {
    contentType,
    attributes,
    trash: { days },
  } = botConfig(strapi);
  const documents = createWholeDocument(strapi);
  const actorOf = createActorOf(strapi);
  const insertRow = createRowInsert(strapi, TRASHED_PUBLICATION_UID);
  const files = () => getTrashedFileService(strapi);
  const details = () => getPublicationDetailService(strapi);
  const trashed = (knex: Knex) => knex<TrashedRow>(tableOf(strapi, TRASHED_PUBLICATION_UID));

  const findRow = (documentId: string): Promise<TrashedRow | undefined> =>
    query(strapi, (knex) => trashed(knex).where({ document_id: documentId }).first());

  const isLiving = async (documentId: string): Promise<boolean> =>
    (await query(strapi, (knex) =>
      knex(tableOf(strapi, contentType)).where('document_id', documentId).first('id')
    )) !== undefined;

  const filesOf = ({ rows }: KeptPublication): string[] => [
    ...new Set(rows.flatMap((row) => documents.filesIn(contentType, row))),
  ];

  const notInLibrary = async (ids: string[]): Promise<string[]> => {
    const living: { document_id: string }[] = await query(strapi, (knex) =>
      knex(tableOf(strapi, FILE_UID)).select('document_id').whereIn('document_id', ids)
    );
    const there = new Set(living.map((row) => row.document_id));
    return ids.filter((id) => !there.has(id));
  };

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
  const restoreDetails = async (documentId: string, kept: KeptDetails): Promise<void> => {
    const { externalId } = kept;
    const publishAt = timeOf(kept.publishAt);
    const isFree = (await findOtherOwner(strapi, externalId, documentId)) === undefined;
    const given = {
      externalId: isFree ? externalId : null,
      publishAt: publishAt !== null && publishAt > new Date() ? publishAt : null,
      unpublishAt: timeOf(kept.unpublishAt),
    };
    if (Object.values(given).some((value) => value !== null)) {
      await details().write(documentId, given);
    }
  };

  const tell = async (documentId: string, rows: (Stored & { id: number })[]): Promise<void> => {
    const titleOf = (row: Stored): string | null =>
      typeof row[attributes.title] === 'string' ? String(row[attributes.title]) : null;
    const [first] = rows;
    const isPublic = rows.some((row) => row.publishedAt != null);
    const told = { title: titleOf(first ?? {}) };
    await getChangeRecorderService(strapi).record([
      changeOf('created', documentId, told),
      ...(isPublic ? [changeOf('published', documentId, told)] : []),
    ]);
    for (const row of rows) {
      const event = row.publishedAt == null ? 'entry.create' : 'entry.publish';
      await getEntryEventService(strapi).emit(event, row);
    }
  };

  /** To be called in a transaction, under the lock of the document. */
  const write = async (
    documentId: string,
    content: KeptPublication,
    ready: ReadyFile[]
  ): Promise<void> => {
    // In the order in which they came into the library.
    for (const file of _.sortBy(ready, 'trashed.file.id')) {
      await files().restore(file);
    }
    const rows: (Stored & { id: number })[] = [];
    await toldElsewhere(documentId, async () => {
      for (const row of await withFreeSlugs(documentId, content.rows)) {
        rows.push(await documents.write(contentType, row));
      }
    });
    await query(strapi, (knex) => trashed(knex).where({ document_id: documentId }).delete());
    await tell(documentId, rows);
    // Behind it: that it is an update then goes without saying.
    await restoreDetails(documentId, content.details);
  };

  const found = async (documentId: string): Promise<FoundPublication> => {
    const publication = await getPublicationReaderService(strapi).findOne(documentId);
    if (publication === undefined) {
      throw protocolError('publication-not-found');
    }
    return publication;
  };

  /** @throws `changed-by-editor` */
  const leaveToEditors = ({ who, user_name: name, trashed_at: at }: TrashedRow): void => {
    const isBot = actorOf().who === 'bot';
    if (isBot && who === 'editor' && getSwitchesService(strapi).protectsEditors()) {
      throw protocolError('changed-by-editor', {
        message: 'An editor has deleted the publication, and only an editor can restore it',
        details: { changedAt: toDate(at).toISOString(), changedBy: name },
      });
    }
  };

  /**
   * @returns undefined if a file that was in the library when its bytes were looked after has gone
   *   to the trash since
   */
  const restoreWith = async (
    documentId: string,
    ready: ReadyFile[],
    record: RecordResult<FoundPublication>
  ): Promise<FoundPublication | undefined> => {
    await holdLock(strapi, 'document', documentId);
    const row = await findRow(documentId);
    if (row !== undefined && !(await isLiving(documentId))) {
      leaveToEditors(row);
      const content = fromJson<KeptPublication>(row.content);
      const gone = new Set(await notInLibrary(filesOf(content)));
      const needed = ready.filter(({ trashed: { documentId: id } }) => gone.has(id));
      needed.forEach(({ trashed: { documentId: id } }) => gone.delete(id));
      if (await files().hasAny([...gone])) {
        return undefined;
      }
      await write(documentId, content, needed);
    }
    const publication = await found(documentId);
    await record(publication);
    return publication;
  };

  const tryToRestore = async (
    documentId: string,
    record: RecordResult<FoundPublication>
  ): Promise<FoundPublication | undefined> => {
    const row = await findRow(documentId);
    const content = row && fromJson<KeptPublication>(row.content);
    if (row !== undefined) {
      leaveToEditors(row);
    }
    const gone = content ? await notInLibrary(filesOf(content)) : [];
    const ready = await files().makeReady(gone);
    try {
      return await withExternalId(strapi, content?.details.externalId, documentId, () =>
        transaction(strapi, () =>
          getChangeRecorderService(strapi).together(() => restoreWith(documentId, ready, record))
        )
      );
    } finally {
      // What the transaction has made use of is gone from the table; the rest is let go.
      await files()
        .release(ready)
        .catch((error: unknown) => void strapi.log.warn(error));
      getRemovalWorkerService(strapi).wake();
    }
  };

  const toListed = (row: Omit<TrashedRow, 'content'>): TrashedPublication => {
    const at = toDate(row.trashed_at);
    return {
      id: row.document_id,
      title: row.title,
      wasPublic: Boolean(row.was_public),
      who: row.who,
      name: row.user_name,
      deletedAt: at.toISOString(),
      goesAt: new Date(at.getTime() + days * DAY_MILLISECONDS).toISOString(),
    };
  };

  return {
    /** Whether what is deleted is kept. */
    isOn: days > 0,

    /** A publication as it stands, with all that it holds, before it is deleted. */
    async read(documentId: string): Promise<KeptPublication> {
      const { externalId, publishAt, unpublishAt } = await details().find(documentId);
      return {
        rows: await documents.read(contentType, documentId),
        details: {
          externalId,
          publishAt: publishAt?.toISOString() ?? null,
          unpublishAt: unpublishAt?.toISOString() ?? null,
        },
      };
    },

    /**
     * Keeps what was read, in the transaction of the deletion and after it.
     * @returns false if the publication was not there, or is there still, in another locale
     */
    async keep(documentId: string, content: KeptPublication): Promise<boolean> {
      const [lead] = content.rows;
      if (lead === undefined || (await isLiving(documentId))) {
        return false;
      }
      const { who, name, requestId } = actorOf();
      const title: unknown = lead[attributes.title];
      await query(strapi, (knex) => trashed(knex).where({ document_id: documentId }).delete());
      await insertRow({
        document_id: documentId,
        title: typeof title === 'string' ? title : null,
        was_public: content.rows.some((row) => row.publishedAt != null),
        content: JSON.stringify(content),
        who,
        user_name: name,
        request_id: requestId,
        trashed_at: new Date(),
      });
      return true;
    },

    /**
     * Restores a publication as it was, with its id, its files, its dates, and public if it was. One that is
     * there is left as it is. Another slug is given if somebody has taken it, and no external id if that is taken.
     * @throws `publication-not-found`; `changed-by-editor` if the bot asks, an editor has deleted it and the site
     *   protects its editors; `storage-unavailable`, `storage-timeout` and what storage says
     */
    async restore(
      documentId: string,
      record: RecordResult<FoundPublication> = async () => undefined
    ): Promise<FoundPublication> {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const publication = await tryToRestore(documentId, record);
        if (publication !== undefined) {
          return publication;
        }
      }
      throw protocolError('storage-unavailable', {
        message: 'The files of this publication come and go',
      });
    },

    /** Whether a publication is in the trash. */
    has: async (documentId: string): Promise<boolean> =>
      (await query<unknown>(strapi, (knex) =>
        trashed(knex).where({ document_id: documentId }).first('id')
      )) !== undefined,

    /** The slug that a publication in the trash has had, of readers if it was public; undefined if it is not there. */
    async slugOf(documentId: string): Promise<string | undefined> {
      const row = await findRow(documentId);
      const rows = row === undefined ? [] : fromJson<KeptPublication>(row.content).rows;
      const lead = rows.find((one) => one.publishedAt != null) ?? rows[0];
      return lead && String(lead[attributes.slug]);
    },

    /**
     * What can be restored, what was deleted last first.
     * @param search a part of the title, or the whole id
     * @param before the number of the last one of the page before
     */
    async list(
      search: string | undefined,
      before: number | undefined
    ): Promise<{ items: TrashedPublication[]; next: number | null }> {
      const rows = await query(strapi, (knex) => {
        const newest = trashed(knex)
          .select('id', 'document_id', 'title', 'was_public', 'who', 'user_name', 'trashed_at')
          .orderBy('id', 'desc')
          .limit(LISTED_AT_ONCE + 1);
        if (before !== undefined) {
          void newest.where('id', '<', before);
        }
        if (search !== undefined) {
          const part = search.toLowerCase().replace(/[!%_]/g, '!$&');
          void newest.where((either) =>
            either
              .where('document_id', search)
              .orWhereRaw(`LOWER(title) LIKE ? ESCAPE '!'`, [`%${part}%`])
          );
        }
        return newest;
      });
      const page = rows.slice(0, LISTED_AT_ONCE);
      return {
        items: page.map(toListed),
        next: rows.length > LISTED_AT_ONCE ? (page.at(-1)?.id ?? null) : null,
      };
    },

    /** Deletes one for good, with the files that went with it. @returns whether it was there */
    async forget(documentId: string): Promise<boolean> {
      const count = await transaction(strapi, async (knex) => {
        await holdLock(strapi, 'document', documentId);
        return trashed(knex).where({ document_id: documentId }).delete();
      });
      while ((await files().drop({ subject: documentId })) > 0);
      getRemovalWorkerService(strapi).wake();
      return count > 0;
    },

    /** Deletes for good what is past its days, some at a time. */
    async sweep(): Promise<void> {
      const until = new Date(Date.now() - days * DAY_MILLISECONDS);
      for (;;) {
        const old: { id: number }[] = await query(strapi, (knex) =>
          trashed(knex).select('id').where('trashed_at', '<=', until).limit(SWEPT_AT_ONCE)
        );
        if (old.length === 0) {
          break;
        }
        const ids = old.map(({ id }) => id);
        await query(strapi, (knex) => trashed(knex).whereIn('id', ids).delete());
      }
      while ((await files().drop({ until })) > 0);
      getRemovalWorkerService(strapi).wake();
    },
  };
};

export type TrashService = ReturnType<typeof createTrashService>;

/** Gives this service of a site. */
export const getTrashService = (strapi: Core.Strapi): TrashService =>
  strapi.plugin(PLUGIN_ID).service('trash');
