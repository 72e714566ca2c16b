import { randomUUID } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { botConfig } from '../config';
import { FILE_UID, VERSION_UID } from '../constants';
import { databaseClock } from '../database/clock';
import { fileLinkTable, query, quote, tableOf } from '../database/connection';
import { fieldColumns, isLocalized, REVISION_COLUMN } from '../publications';
import type { Actor } from '../protocol/changes/change';

import type { ReplacedBy } from './version';

/** The media of a row as JSON, `[[place, id, name], ...]`; in no order, which each database has its own way to ask for. */
const MEDIA: Record<string, (element: string) => string> = {
  sqlite: (element) => `json_group_array(json_array(${element}))`,
  postgres: (element) => `json_agg(json_build_array(${element}))`,
  mysql: (element) => `JSON_ARRAYAGG(JSON_ARRAY(${element}))`,
};

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
  const mediaOf = MEDIA[client];
  if (mediaOf === undefined) {
    throw new Error(`Media of a database of the kind ${client} cannot be listed`);
  }

  const rowsOf = (event: ReplacedBy): string =>
    ROWS[event]
      .replaceAll(':works', works)
      .replaceAll(':revision', REVISION_COLUMN)
      .replaceAll(':sameLocale', localized ? 'AND draft.locale = version.locale' : '');

  const statementOf = (event: ReplacedBy): string => `
    INSERT INTO ${quoted(tableOf(strapi, VERSION_UID))}
      (document_id, subject, event, was_public, locale, title, slug, body, media, who, request_id, happened_at)
    SELECT CONCAT(CAST(? AS CHAR(32)), version.id), version.document_id, ?, version.published_at IS NOT NULL,
      ${localized ? 'version.locale' : 'NULL'}, version.${quoted(title)}, version.${quoted(slug)},
      ${asText(body)},
      (SELECT ${mediaOf(`link.${quoted('order')}, file.document_id, file.name`)}
        FROM ${quoted(fileLinkTable(strapi))} AS link
        JOIN ${quoted(tableOf(strapi, FILE_UID))} AS file ON file.id = link.file_id
        WHERE link.related_id = version.id AND link.related_type = ? AND link.field = ?),
      ?, ?, ?
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
          contentType,
          attributes.media,
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
