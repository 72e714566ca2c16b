import type { Version, WholeVersion } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import { setCreatorFields } from '@strapi/utils';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { FILE_UID } from '../../core/constants';
import { serviceOf } from '../../core/service';
import { databaseClock } from '../../core/database/clock';
import {
  knexOf,
  fromJson,
  tableOf,
  toDate,
  transaction,
  type DatabaseDate,
  type DatabaseJson,
} from '../../core/database/connection';
import { rowIdsOf } from '../../core/database/rows/existing-rows';
import { holdLock } from '../../core/database/locks';
import { createFieldForm, createMediaForm } from '../fields';
import { createBodyForm } from '../publications';

import { createBeforeImages } from './before-images';
import { type Reading, VERSION_UID } from './content-type';
import { versionSettings } from './settings';
import { createKeptFields } from './kept-fields';

interface VersionRow {
  id: number;
  document_id: string;
  event: Version['event'];
  was_public: boolean | number;
  locale: string | null;
  title: string | null;
  slug: string | null;
  body: string | null;
  /** Files of the version. The element `attribute` is absent in versions stored before fields were supported. */
  media: DatabaseJson<[place: number, id: string, name: string, attribute?: string][]> | null;
  fields: DatabaseJson<DatabaseJson<Record<string, unknown>>[]> | null;
  actor: string;
  user_name: string | null;
  request_id: string | null;
  happened_at: DatabaseDate;
}

type DraftRow = Record<string, unknown> & { id: number };

/**
 * The part of Strapi's document service that is used here. Strapi's own types do not fit, because they depend on the
 * content types of a site.
 */
interface Documents {
  update(params: { documentId: string; locale?: string; data: object }): Promise<unknown>;
}

/** Maximum number of versions to list for a publication, newest first. */
const LISTED = 100;
const SECONDS_OF_A_DAY = 86_400;

interface KeptFile {
  id: string;
  name: string;
  /** The media attribute of the file. */
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

/** Stores versions before they are replaced, and restores them. */
export const createVersionService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType, attributes } = botConfig(strapi);
  const { days } = versionSettings.of(strapi);
  const clock = databaseClock(strapi);
  const versions = () => knexOf(strapi)<VersionRow>(tableOf(strapi, VERSION_UID));
  const bodyForm = () => createBodyForm(strapi);
  const keptFields = () => createKeptFields(strapi);
  const documents = () => strapi.documents(contentType as never) as unknown as Documents;

  const isFurther = ({ attribute }: KeptFile): boolean => attribute !== attributes.media;

  const findRow = (documentId: string, id: number): Promise<VersionRow | undefined> =>
    versions().where({ id, document_id: documentId }).first();

  const mediaOf = ({ media }: VersionRow): KeptFile[] =>
    [...((media === null ? null : fromJson(media)) ?? [])]
      .sort(([one], [other]) => one - other)
      .map(([, id, name, attribute = attributes.media]) => ({ id, name, attribute }))
      .sort((one, other) => Number(isFurther(one)) - Number(isFurther(other)));

  /** Row ids of the materials that still exist, keyed by document id. */
  const livingOf = (media: KeptFile[]): Promise<Map<string, number>> =>
    rowIdsOf(
      strapi,
      FILE_UID,
      media.map(({ id }) => id)
    );

  const findDraft = ({ document_id, locale }: VersionRow): Promise<DraftRow | undefined> =>
    knexOf(strapi)(tableOf(strapi, contentType))
      .where({ document_id, published_at: null, ...(locale !== null && { locale }) })
      .first();

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
    /** Stores the current version of a document before a write; see `before-images.ts`. */
    keep: createBeforeImages(strapi),

    /** Lists the versions of a publication, newest first, without their content. */
    async list(documentId: string): Promise<Version[]> {
      const rows: Pick<VersionRow, (typeof LISTED_COLUMNS)[number]>[] = await versions()
        .select(...LISTED_COLUMNS)
        .where('document_id', documentId)
        .orderBy('id', 'desc')
        .limit(LISTED);
      return rows.map(toVersion);
    },

    /**
     * Finds a version with its content; undefined if there is none.
     * @param now fields of the draft, to be shown next to those of the version
     * @param reading permissions of the user; unreadable values are omitted or null
     */
    async find(
      documentId: string,
      id: number,
      now: Record<string, unknown> | undefined,
      reading: Reading
    ): Promise<WholeVersion | undefined> {
      const row = await findRow(documentId, id);
      if (row === undefined) return undefined;
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
          isDeleted: !living.has(material),
        })),
        fields: keptFields().compare(row.fields, now, { ...reading, may }),
      };
    },

    /**
     * Restores title, text, media and fields of a version in the draft, without deleted files. Keeps the slug and does
     * not publish.
     * @param field the attribute to restore; undefined for all
     * @param user the panel user who restores it
     * @param pick filters data to attributes that the user may write in a locale
     * @returns false if the version or the draft does not exist
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
        if (row === undefined || draft === undefined) return false;
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

    /** Deletes all versions of a publication. */
    async forget(documentId: string): Promise<void> {
      await versions().where('document_id', documentId).delete();
    },

    /** Deletes versions whose retention period has ended. */
    async sweep(): Promise<void> {
      await versions()
        .where('happened_at', '<', clock.now(-days * SECONDS_OF_A_DAY) as never)
        .delete();
    },
  };
};

export const getVersionService = serviceOf<typeof createVersionService>('version');
