import type { Version, WholeVersion } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import { setCreatorFields } from '@strapi/utils';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { FILE_UID } from '../../core/constants';
import { serviceOf } from '../../core/service';
import { databaseClock } from '../../core/database/clock';
import {
  fromJson,
  query,
  tableOf,
  toDate,
  transaction,
  type DatabaseDate,
  type DatabaseJson,
  type Knex,
} from '../../core/database/connection';
import { rowIdsOf } from '../../core/database/rows/existing-rows';
import { holdLock } from '../../core/database/locks';
import { createFieldForm, createMediaForm } from '../fields';
import { createBodyForm } from '../publications';

import { createBeforeImages } from './before-images';
import { VERSION_UID } from './content-type';
import { createKeptFields } from './kept-fields';
import { versionSettings } from './settings';
import type { Reading } from './version';

interface VersionRow {
  id: number;
  document_id: string;
  event: Version['event'];
  was_public: boolean | number;
  locale: string | null;
  title: string | null;
  slug: string | null;
  body: string | null;
  /** The attribute is not said of those that are older than further fields here. */
  media: DatabaseJson<[place: number, id: string, name: string, attribute?: string][]> | null;
  fields: DatabaseJson<DatabaseJson<Record<string, unknown>>[]> | null;
  actor: string;
  user_name: string | null;
  request_id: string | null;
  happened_at: DatabaseDate;
}

type DraftRow = Record<string, unknown> & { id: number };

/** What is asked of Strapi's document service, which types its documents by the site it is compiled for. */
interface Documents {
  update(params: { documentId: string; locale?: string; data: object }): Promise<unknown>;
}

/** Versions that are listed of one publication at most; the newest. */
const LISTED = 100;
const SECONDS_OF_A_DAY = 86_400;

interface KeptFile {
  id: string;
  name: string;
  /** Where it stood. */
  attribute: string;
}

const LISTED_COLUMNS = [
  'id',
  'event',
  'was_public',
  'happened_at',
  'actor',
  'user_name',
  'request_id',
  'locale',
  'title',
] as const;

const toVersion = (row: Pick<VersionRow, (typeof LISTED_COLUMNS)[number]>): Version => ({
  id: row.id,
  event: row.event,
  wasPublic: Boolean(row.was_public),
  happenedAt: toDate(row.happened_at).toISOString(),
  who: row.actor,
  name: row.user_name,
  requestId: row.request_id,
  locale: row.locale,
  title: row.title,
});

/** Keeps what is written over, for editors who want it back. */
export const createVersionService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType, attributes } = botConfig(strapi);
  const { days } = versionSettings.of(strapi);
  const clock = databaseClock(strapi);
  const versions = (knex: Knex) => knex<VersionRow>(tableOf(strapi, VERSION_UID));
  const bodyForm = () => createBodyForm(strapi);
  const keptFields = () => createKeptFields(strapi);
  const documents = () => strapi.documents(contentType as never) as unknown as Documents;

  const isFurther = ({ attribute }: KeptFile): boolean => attribute !== attributes.media;

  const findRow = (documentId: string, id: number): Promise<VersionRow | undefined> =>
    query(strapi, (knex) => versions(knex).where({ id, document_id: documentId }).first());

  const mediaOf = ({ media }: VersionRow): KeptFile[] =>
    [...((media === null ? null : fromJson(media)) ?? [])]
      .sort(([one], [other]) => one - other)
      .map(([, id, name, attribute = attributes.media]) => ({ id, name, attribute }))
      .sort((one, other) => Number(isFurther(one)) - Number(isFurther(other)));

  /** The rows of those of its materials that are still there. */
  const livingOf = (media: KeptFile[]): Promise<Map<string, number>> =>
    rowIdsOf(
      strapi,
      FILE_UID,
      media.map(({ id }) => id)
    );

  const findDraft = ({ document_id, locale }: VersionRow): Promise<DraftRow | undefined> =>
    query(strapi, (knex) =>
      knex(tableOf(strapi, contentType))
        .where({ document_id, published_at: null, ...(locale !== null && { locale }) })
        .first()
    );

  const fieldsOf = async (row: VersionRow, draft: DraftRow, there: KeptFile[]): Promise<object> => {
    const materials = new Map<string, string[]>();
    for (const { attribute, id } of there) {
      materials.set(attribute, [...(materials.get(attribute) ?? []), id]);
    }
    return createFieldForm(strapi).differing(
      { id: draft.id, row: draft },
      await keptFields().toValues(row.fields, materials)
    );
  };

  return {
    /** Keeps rows of a document as they are; see `before-images.ts`. */
    keep: createBeforeImages(strapi),

    /** Versions of a publication, the newest first, without what they said. */
    async list(documentId: string): Promise<Version[]> {
      const rows: Pick<VersionRow, (typeof LISTED_COLUMNS)[number]>[] = await query(
        strapi,
        (knex) =>
          versions(knex)
            .select(...LISTED_COLUMNS)
            .where('document_id', documentId)
            .orderBy('id', 'desc')
            .limit(LISTED)
      );
      return rows.map(toVersion);
    },

    /**
     * One version of a publication, with what it said; undefined if there is none.
     * @param now the fields of the draft, which are told beside those of the version
     * @param reading what is left out, or null, for whom it is told
     */
    async find(
      documentId: string,
      id: number,
      now: Record<string, unknown> | undefined,
      reading: Reading
    ): Promise<WholeVersion | undefined> {
      const row = await findRow(documentId, id);
      if (row === undefined) {
        return undefined;
      }
      const may = (attribute: string): boolean => reading.may(attribute, row.locale);
      const media = mediaOf(row).filter(({ attribute }) => may(attribute));
      const living = await livingOf(media);
      return {
        ...toVersion(row),
        title: may(attributes.title) ? row.title : null,
        slug: may(attributes.slug) ? row.slug : null,
        body: may(attributes.body) ? await bodyForm().toMarkdown(row.body) : null,
        media: media.map(({ id: material, name, attribute }) => ({
          id: material,
          name,
          attribute,
          isGone: !living.has(material),
        })),
        fields: keptFields().told(row.fields, now, { ...reading, may }),
      };
    },

    /**
     * Makes title, text, media and further fields of the draft those of a version, as far as the media are there;
     * the address stays, and nothing is published.
     * @param field the one attribute that is put back; undefined for all
     * @param user who does it, as Strapi's panel knows them
     * @param pick leaves of it what that person may write, in a locale
     * @returns false if there is no such version, or no draft
     */
    async putBack(
      documentId: string,
      id: number,
      field: string | undefined,
      user: { id: string | number },
      pick: (data: object, locale: string | null) => Promise<object>
    ): Promise<boolean> {
      return transaction(strapi, async () => {
        await holdLock(strapi, 'document', documentId);
        const row = await findRow(documentId, id);
        const draft = row && (await findDraft(row));
        if (row === undefined || draft === undefined) {
          return false;
        }
        const media = mediaOf(row);
        const living = await livingOf(media);
        const there = media.filter((material) => living.has(material.id));
        const files = there
          .filter((material) => !isFurther(material))
          .flatMap((material) => living.get(material.id) ?? []);
        const kept = {
          ...(await fieldsOf(row, draft, there)),
          [attributes.title]: row.title,
          [attributes.body]: bodyForm().fromColumn(row.body),
          [attributes.media]: createMediaForm(strapi).toStored(files),
        };
        const data = await pick(field === undefined ? kept : _.pick(kept, field), row.locale);
        const locale = row.locale === null ? {} : { locale: row.locale };
        const written = setCreatorFields({ user, isEdition: true })(data);
        await documents().update({ documentId, ...locale, data: written });
        return true;
      });
    },

    async forget(documentId: string): Promise<void> {
      await query(strapi, (knex) => versions(knex).where('document_id', documentId).delete());
    },

    async sweep(): Promise<void> {
      await query(strapi, (knex) =>
        versions(knex)
          .where('happened_at', '<', clock.now(knex, -days * SECONDS_OF_A_DAY) as never)
          .delete()
      );
    },
  };
};

export const getVersionService = serviceOf<typeof createVersionService>('version');
