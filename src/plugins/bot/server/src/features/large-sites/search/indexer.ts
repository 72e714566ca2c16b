import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../../core/config';
import { serviceOf } from '../../../core/service';
import { query, tableOf } from '../../../core/database/connection';
import { columnNameOf } from '../../../core/strapi/database/column-name';

import { createIndexer } from './draft-index';
import { createMysqlTextIndex } from './mysql-text-index';
import { createPostgresTextIndex } from './postgres-text-index';
import type { Progress } from './progress';
import { createSqliteTextIndex } from './sqlite-text-index';
import type { TextIndex } from './text-index';

/** What Strapi's search looks through (`applySearch` of `@strapi/database`); numbers where one is looked for. */
const SEARCHED = new Set(
  'string text uid email enumeration richtext biginteger integer decimal float'.split(' ')
);

/** Characters of each text that are indexed: a work of a megabyte would hold up all else. */
const INDEXED = 20_000;

/** The columns of a publication that Strapi's search looks through. */
const searchedColumns = (strapi: Core.Strapi): string[] => {
  const { contentType } = botConfig(strapi);
  return Object.entries(strapi.db.metadata.get(contentType).attributes)
    .filter(
      ([, attribute]) =>
        SEARCHED.has(attribute.type) && Reflect.get(attribute, 'searchable') !== false
    )
    .map(([name]) => columnNameOf(strapi, contentType, name));
};

/** The text by which a row is found; nothing stands across two of its columns. */
const searchedText = (row: Record<string, string | number | null>, columns: string[]): string =>
  columns.map((column) => String(row[column] ?? '').slice(0, INDEXED)).join('\n');

/** Up to so many works Strapi's own search is good enough, which reads all of them. */
const FEW = 10_000;

const INDEXES: Record<string, ((strapi: Core.Strapi, table: string) => TextIndex) | undefined> = {
  sqlite: createSqliteTextIndex,
  postgres: createPostgresTextIndex,
  mysql: createMysqlTextIndex,
};

type Row = Record<string, string | number | null> & { id: number };

/** Keeps an index of what stands in drafts, for the panel's search on large sites. */
export const createSearchIndexService = ({ strapi }: { strapi: Core.Strapi }) => {
  const table = _.once(() => tableOf(strapi, botConfig(strapi).contentType));
  const columns = _.once(() => searchedColumns(strapi));
  const index = _.once(() => INDEXES[strapi.db.dialect.client]?.(strapi, table()));

  const { progress, ...indexer } = createIndexer(strapi, {
    name: 'search',
    isWanted: async () => {
      const [row] = await query(strapi, (knex) =>
        knex(table()).select('id').whereNull('published_at').offset(FEW).limit(1)
      );
      return row !== undefined;
    },
    make: async () => (await index()?.make()) ?? false,
    put: async (choose) => {
      const rows: Row[] = await query(strapi, async (knex) => {
        const drafts = knex(table()).whereNull('published_at');
        choose(drafts);
        return drafts.select('id', ...columns());
      });
      const texts = rows.map((row) => ({ id: row.id, text: searchedText(row, columns()) }));
      if (texts.length > 0) await index()?.put(texts);
    },
    forgetGone: async (from, to) => index()?.forgetGone(from, to),
  });

  return {
    ...indexer,

    /** What the panel's search can be answered by; undefined on a small site, and until all rows were read. */
    async current(): Promise<{ index: TextIndex; progress: Progress } | undefined> {
      const texts = index();
      if (texts === undefined) return undefined;
      const known = await progress.read();
      return known?.isFilled === true ? { index: texts, progress: known } : undefined;
    },
  };
};

export const getSearchIndexService = serviceOf<typeof createSearchIndexService>('searchIndex');
