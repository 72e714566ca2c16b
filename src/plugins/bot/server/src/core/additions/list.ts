import { createRequire } from 'node:module';

import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { PACKAGE } from '../constants';
import { withSchema } from '../database/connection';

import { createCatalog, type Part } from './catalog';

/** Version of this plugin, from its `package.json`. */
export const runningVersion = (): string =>
  (createRequire(__filename)(`${PACKAGE}/package.json`) as { version: string }).version;

/** Table with the list of the plugin's database additions. Unknown to Strapi, so no schema sync drops the table. */
export const LIST_TABLE = 'bot_installation';

/** Database additions, and the plugin version that made them. */
interface List {
  version: string;
  additions: Part[];
}

/** Reads the list of the plugin's database additions; undefined if there is none. */
export const readList = async (strapi: Core.Strapi): Promise<List | undefined> => {
  if (!(await createCatalog(strapi).hasTable(LIST_TABLE))) return undefined;
  const row: { list: string } | undefined = await strapi.db
    .connection(withSchema(strapi, LIST_TABLE))
    .first('list');
  return row && (JSON.parse(row.list) as List);
};

const keyOf = ({ kind, table, name }: Part): string => [kind, table, name].join(' ');

/**
 * Stores the list of database additions before they are made. Additions of earlier versions stay listed while they
 * exist.
 */
export const writeList = async (strapi: Core.Strapi, additions: Part[]): Promise<void> => {
  const catalog = createCatalog(strapi);
  const known = await readList(strapi);
  const former: Part[] = [];
  for (const one of _.differenceBy(known?.additions ?? [], additions, keyOf)) {
    if (await catalog.has(one)) former.push(one);
  }
  const list: List = { version: runningVersion(), additions: [...additions, ...former] };
  if (_.isEqual(list, known)) return;
  const knex = strapi.db.connection;
  const table = withSchema(strapi, LIST_TABLE);
  await knex.raw('CREATE TABLE IF NOT EXISTS ?? (id integer PRIMARY KEY, list text NOT NULL)', [
    table,
  ]);
  await knex(table)
    .insert({ id: 1, list: JSON.stringify(list) })
    .onConflict('id')
    .merge();
};

/** Maximum number of names in an error message. The others are only counted. */
const NAMED = 3;

const { compare } = new Intl.Collator('en', { numeric: true });

const nameOf = ({ kind, table, name }: Part): string =>
  kind === 'table' ? `table ${name}` : `column ${table}.${name}`;

/**
 * Prevents a start on a database that a newer version has extended, because Strapi's schema sync would then drop
 * unknown tables and columns.
 * @throws Error with a one-line message
 */
export const refuseNewerDatabase = async (
  strapi: Core.Strapi,
  additions: Part[]
): Promise<void> => {
  const list = await readList(strapi);
  const running = runningVersion();
  if (list === undefined || compare(list.version, running) <= 0) return;
  const known = new Set(additions.map(nameOf));
  const own = new Set(additions.filter(({ kind }) => kind === 'table').map(({ table }) => table));
  const toOthers = new Set(
    additions.filter(({ kind, table }) => kind === 'column' && !own.has(table)).map((it) => it.name)
  );
  const unknown = list.additions.filter(
    (one) =>
      (one.kind === 'table' || one.kind === 'column') &&
      !known.has(nameOf(one)) &&
      // Publications may have been stored in another content type before.
      !(one.kind === 'column' && !own.has(one.table) && toOthers.has(one.name))
  );
  if (unknown.length > 0) {
    const named = unknown.slice(0, NAMED).map(nameOf).join(', ');
    const more = unknown.length > NAMED ? ` and ${unknown.length - NAMED} more` : '';
    throw new Error(
      `bot plugin: ${PACKAGE} ${list.version} has used this database. ${running} would drop what it added ` +
        `(${named}${more}). Start ${list.version} or newer, or restore a backup from before the upgrade`
    );
  }
};
