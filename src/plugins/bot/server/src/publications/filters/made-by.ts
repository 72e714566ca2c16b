import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import { quote, tableOf } from '../../database/connection';
import type { MadeBy } from '../../protocol/publication';

import { STATUS_COLUMN } from '../status/columns';

import type { Filter } from './filter';

/** Whom Strapi keeps as the maker of a row: a person of the panel, or nobody. */
const MAKER = 'created_by_id';

/**
 * Publications that a person has made in the panel, or all others: those of the bot, and of whoever
 * else writes past the panel.
 */
export const madeByFilter = (strapi: Core.Strapi, madeBy: MadeBy): Filter => {
  const works = quote(strapi, tableOf(strapi, botConfig(strapi).contentType));
  // SQLite reads the table for `IS NOT NULL`.
  const found = `FROM ${works} WHERE ${MAKER} ${madeBy === 'editor' ? '> 0' : 'IS NULL'}`;
  const ofDraft = `(SELECT maker.${MAKER} FROM ${works} AS maker
    WHERE maker.document_id = version.document_id AND maker.${STATUS_COLUMN} IN ('draft', 'published') LIMIT 1)`;
  const holdsOf = (maker: string) => ({
    sql: `CASE WHEN ${maker} ${madeBy === 'editor' ? 'IS NOT NULL' : 'IS NULL'} THEN 1 ELSE 0 END <> 0`,
    values: [],
  });
  return {
    condition: holdsOf(`draft.${MAKER}`),
    ofRow: (row) => holdsOf(row === 'draft' ? `draft.${MAKER}` : ofDraft),
    isOfDraft: true,
    rows: { sql: `SELECT id ${found}`, values: [] },
  };
};
