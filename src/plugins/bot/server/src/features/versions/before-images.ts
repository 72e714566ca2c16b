import { randomUUID } from 'node:crypto';

import type { Actor } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { VERSION_UID } from '../../core/constants';
import { databaseClock } from '../../core/database/clock';
import { query, quote, tableOf } from '../../core/database/connection';
import { fieldColumns, isLocalized, planFields, REVISION_COLUMN } from '../publications';

import { createFieldImages } from './field-images';
import type { ReplacedBy } from './version';

/** Which rows of a document a write is about to replace or to take away. */
const ROWS: Record<ReplacedBy, string> = {
  changed: 'version.published_at IS NULL',
  published: 'version.published_at IS NOT NULL',
  // A public version that says what its draft says is the same text.
  deleted: `(version.published_at IS NULL OR NOT EXISTS (
    SELECT 1 FROM :works AS draft WHERE draft.document_id = version.document_id
      AND draft.published_at IS NULL AND draft.:revision = version.:revision :sameLocale))`,
};

/**
 * Keeps how a publication was before a write, by one statement: its text does not leave the
 * database. To be called in the transaction of the write, before it.
 */
export const createBeforeImages = (strapi: Core.Strapi) => {
  const { contentType, attributes } = botConfig(strapi);
  const { client } = strapi.db.dialect;
  const clock = databaseClock(strapi);
  const { title, slug, body } = fieldColumns(strapi);
  const quoted = (name: string): string => quote(strapi, name);
  const localized = isLocalized(strapi, contentType);
  const works = quoted(tableOf(strapi, contentType));
  const asText = (column: string): string =>
    `CAST(version.${quoted(column)} AS ${client === 'mysql' ? 'CHAR' : 'TEXT'})`;
  const images = createFieldImages(strapi);
  const files = planFields(strapi).fields.filter(({ kind }) => kind === 'media');
  const media = images.filesIn([attributes.media, ...files.map(({ attribute }) => attribute)]);

  const rowsOf = (event: ReplacedBy): string =>
    ROWS[event]
      .replaceAll(':works', works)
      .replaceAll(':revision', REVISION_COLUMN)
      .replaceAll(':sameLocale', localized ? 'AND draft.locale = version.locale' : '');

  const statementOf = (event: ReplacedBy): string => `
    INSERT INTO ${quoted(tableOf(strapi, VERSION_UID))}
      (document_id, subject, event, was_public, locale, title, slug, body, media, fields, who, request_id, happened_at)
    SELECT CONCAT(CAST(? AS CHAR(32)), version.id), version.document_id, ?, version.published_at IS NOT NULL,
      ${localized ? 'version.locale' : 'NULL'}, version.${quoted(title)}, version.${quoted(slug)},
      ${asText(body)},
      ${media}, ${images.fields}, ?, ?, ?
    FROM ${works} AS version
    WHERE version.document_id = ? AND ${rowsOf(event)}`;
  // Made once, as they are a part of each write.
  const statements: Record<ReplacedBy, string> = {
    changed: statementOf('changed'),
    published: statementOf('published'),
    deleted: statementOf('deleted'),
  };

  /** @param locale of a localized type: the one that is written; undefined for all */
  return async (
    event: ReplacedBy,
    documentId: string,
    locale: string | undefined,
    { who, requestId }: Actor
  ): Promise<void> => {
    await query(strapi, (knex) =>
      knex.raw(
        locale === undefined ? statements[event] : `${statements[event]} AND version.locale = ?`,
        [
          randomUUID().replaceAll('-', ''),
          event,
          who,
          requestId ?? knex.raw('NULL'),
          clock.now(knex, 0),
          documentId,
          ...(locale === undefined ? [] : [locale]),
        ]
      )
    );
  };
};
