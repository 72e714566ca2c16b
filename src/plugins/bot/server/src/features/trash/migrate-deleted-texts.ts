import type { Core, UID } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { DAY_MILLISECONDS } from '../../core/constants';
import {
  knexOf,
  fromJson,
  tableOf,
  toDate,
  type DatabaseDate,
  type DatabaseJson,
} from '../../core/database/connection';
import { createRowInsert } from '../../core/database/statement';
import { createBodyForm, STATUS_ATTRIBUTE } from '../publications';
import { VERSION_UID, versionSettings } from '../versions';

import { TRASHED_FILE_UID } from './files/trashed-file';
import {
  type KeptPublication,
  TRASHED_PUBLICATION_UID,
  trashSettings,
} from './trashed-publication';

const AT_ONCE = 100;
/** Minimum retention in days for rows without a date, because this instance may have the trash disabled. */
const DAYS_BEFORE = 30;

/** A row of earlier versions of this plugin: one text of a deleted publication. */
interface DeletedText {
  document_id: string;
  was_public: boolean | number;
  locale: string | null;
  title: string | null;
  slug: string | null;
  body: string | null;
  media: DatabaseJson<[place: number, id: string, name: string, attribute?: string][]> | null;
  actor: string;
  request_id: string | null;
  happened_at: DatabaseDate;
}

/** Migrates deleted texts of earlier versions of this plugin into the trash table. Idempotent. */
export const migrateDeletedTexts = async (strapi: Core.Strapi): Promise<void> => {
  const { contentType, attributes } = botConfig(strapi);
  const trash = trashSettings.of(strapi);
  const versions = versionSettings.of(strapi);
  const insertRow = createRowInsert(strapi, TRASHED_PUBLICATION_UID);

  const toContent = (text: DeletedText): KeptPublication => {
    const media = text.media === null ? [] : (fromJson(text.media) ?? []);
    const row = {
      documentId: text.document_id,
      locale: text.locale,
      publishedAt: null,
      [STATUS_ATTRIBUTE]: 'draft',
      [attributes.title]: text.title,
      [attributes.slug]: text.slug,
      [attributes.body]: createBodyForm(strapi).fromColumn(text.body),
      [attributes.media]: [...media]
        .sort(([one], [other]) => one - other)
        .filter(([, , , attribute = attributes.media]) => attribute === attributes.media)
        .map(([, documentId, name]) => ({ documentId, name })),
    };
    return { rows: [row], details: { externalId: null, publishAt: null, unpublishAt: null } };
  };

  /** Reads texts of publications that neither exist nor are in the trash, public ones first. */
  const nextTexts = async (): Promise<DeletedText[]> => {
    const knex = knexOf(strapi);

    const texts = () => knex(`${tableOf(strapi, VERSION_UID)} as text`).where('event', 'deleted');
    const ids: string[] = await [contentType, TRASHED_PUBLICATION_UID]
      .reduce(
        (missing, uid) =>
          missing.whereNotExists(
            knex(tableOf(strapi, uid as UID.Schema)).where(
              'document_id',
              knex.ref('text.document_id')
            )
          ),
        texts()
      )
      .distinct()
      .limit(AT_ONCE)
      .pluck('document_id');
    return texts().whereIn('document_id', ids).orderBy('was_public', 'desc').orderBy('id');
  };

  // The retention of rows without a date begins now.
  const date = new Date(Date.now() + Math.max(trash.days, DAYS_BEFORE) * DAY_MILLISECONDS);
  for (const uid of [TRASHED_PUBLICATION_UID, TRASHED_FILE_UID] as const) {
    await knexOf(strapi)(tableOf(strapi, uid)).whereNull('purge_at').update({ purge_at: date });
  }

  for (let texts = await nextTexts(); texts.length > 0; texts = await nextTexts()) {
    // The draft replaces the public text, because the map keeps the last row of each document.
    for (const [documentId, text] of new Map(texts.map((one) => [one.document_id, one]))) {
      const deletedAt = toDate(text.happened_at);
      await insertRow({
        document_id: documentId,
        title: text.title,
        was_public: Boolean(text.was_public),
        content: JSON.stringify(toContent(text)),
        actor: text.actor,
        user_name: null,
        request_id: text.request_id,
        trashed_at: deletedAt,
        purge_at: new Date(deletedAt.getTime() + versions.days * DAY_MILLISECONDS),
      });
    }
  }
};
