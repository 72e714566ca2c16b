import type { Core } from '@strapi/strapi';

import { PACKAGE } from '../constants';

import type { Part } from './catalog';
import { readList, runningVersion } from './list';

/** So many are named, and the others counted. */
const NAMED = 3;

const { compare } = new Intl.Collator('en', { numeric: true });

const nameOf = ({ kind, table, name }: Part): string =>
  kind === 'table' ? `table ${name}` : `column ${table}.${name}`;

/**
 * Refuses to start on a database that a newer version has extended by tables or columns that this one does not know:
 * Strapi's schema sync would drop them. To be called before it.
 * @param additions what this version adds
 * @throws Error in one line
 */
export const refuseNewerDatabase = async (
  strapi: Core.Strapi,
  additions: Part[]
): Promise<void> => {
  const list = await readList(strapi);
  const running = runningVersion();
  if (list === undefined || compare(list.version, running) <= 0) {
    return;
  }
  const known = new Set(additions.map(nameOf));
  const own = new Set(additions.filter(({ kind }) => kind === 'table').map(({ table }) => table));
  const toOthers = new Set(
    additions.filter(({ kind, table }) => kind === 'column' && !own.has(table)).map((it) => it.name)
  );
  const unknown = list.additions.filter(
    (one) =>
      (one.kind === 'table' || one.kind === 'column') &&
      !known.has(nameOf(one)) &&
      // Another content type may have held publications before.
      !(one.kind === 'column' && !own.has(one.table) && toOthers.has(one.name))
  );
  if (unknown.length > 0) {
    const named = unknown.slice(0, NAMED).map(nameOf).join(', ');
    const more = unknown.length > NAMED ? ` and ${unknown.length - NAMED} more` : '';
    throw new Error(
      `bot plugin: ${PACKAGE} ${list.version} was here; ${running} would drop what that has added to the database ` +
        `(${named}${more}): start ${list.version} or a newer one, or restore the backup of before the upgrade`
    );
  }
};
