import type { Actor } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { VERSION_UID } from '../../core/constants';
import { databaseClock } from '../../core/database/clock';
import { query, quote, tableOf } from '../../core/database/connection';
import { isLocalized } from '../../core/strapi/locales';
import { planFields } from '../fields';
import { fieldColumns } from '../publications';

import { createFieldImages } from './field-images';
import type { ReplacedBy } from './version';

/** Which row of a document a write is about to replace. */
const ROW: Record<ReplacedBy, string> = {
  changed: 'version.published_at IS NULL',
  published: 'version.published_at IS NOT NULL',
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

  const statementOf = (event: ReplacedBy): string => `
    INSERT INTO ${quoted(tableOf(strapi, VERSION_UID))}
      (document_id, event, was_public, locale, title, slug, body, media, fields, actor, request_id, happened_at)
    SELECT version.document_id, ?, version.published_at IS NOT NULL,
      ${localized ? 'version.locale' : 'NULL'}, version.${quoted(title)}, version.${quoted(slug)},
      ${asText(body)},
      ${media}, ${images.fields}, ?, ?, ?
    FROM ${works} AS version
    WHERE version.document_id = ? AND ${ROW[event]}`;
  // Made once, as they are a part of each write.
  const statements: Record<ReplacedBy, string> = {
    changed: statementOf('changed'),
    published: statementOf('published'),
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
