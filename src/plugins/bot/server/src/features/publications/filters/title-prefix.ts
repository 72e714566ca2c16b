import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { quote, tableOf } from '../../../core/database/connection';

import type { Filter } from './filter';
import { TITLE_KEY_COLUMN, titleKeysFrom } from './title-key';

/** Publications whose shown title begins so, as far as its key tells; see `title-key.ts`. */
export const titledFilter = (strapi: Core.Strapi, beginning: string): Filter => {
  const works = quote(strapi, tableOf(strapi, botConfig(strapi).contentType));
  const { from, to } = titleKeysFrom(beginning);
  const values = [from, to];
  const found = `FROM ${works} WHERE ${TITLE_KEY_COLUMN} >= ? AND ${TITLE_KEY_COLUMN} < ?`;
  const shown = `CASE WHEN public.id IS NULL THEN draft.${TITLE_KEY_COLUMN} ELSE public.${TITLE_KEY_COLUMN} END`;
  const holdsOf = (key: string) => ({
    sql: `CASE WHEN ${key} >= ? AND ${key} < ? THEN 1 ELSE 0 END <> 0`,
    values,
  });
  return {
    condition: holdsOf(shown),
    ofRow: (row) => holdsOf(`${row}.${TITLE_KEY_COLUMN}`),
    isOfDraft: false,
    rows: { sql: `SELECT id ${found}`, values },
  };
};
