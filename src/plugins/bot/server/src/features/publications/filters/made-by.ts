import type { MadeBy } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { quote, tableOf } from '../../../core/database/connection';

import { MADE_BY_COLUMN, STATUS_COLUMN } from '../status/columns';

import type { Filter } from './filter';

/** Publications that the bot has made, or a person in the panel, or neither of them. */
export const madeByFilter = (strapi: Core.Strapi, madeBy: MadeBy): Filter => {
  const works = quote(strapi, tableOf(strapi, botConfig(strapi).contentType));
  const ofDraft = `(SELECT maker.${MADE_BY_COLUMN} FROM ${works} AS maker
    WHERE maker.document_id = version.document_id AND maker.${STATUS_COLUMN} IN ('draft', 'published') LIMIT 1)`;
  const holdsOf = (maker: string) => ({
    sql: `CASE WHEN ${maker} = ? THEN 1 ELSE 0 END <> 0`,
    values: [madeBy],
  });
  return {
    condition: holdsOf(`draft.${MADE_BY_COLUMN}`),
    ofRow: (row) => holdsOf(row === 'draft' ? `draft.${MADE_BY_COLUMN}` : ofDraft),
    isOfDraft: true,
    rows: { sql: `SELECT id FROM ${works} WHERE ${MADE_BY_COLUMN} = ?`, values: [madeBy] },
  };
};
