import { DIALECTS } from './dialects.mjs';
import { seedStatements } from './statements.mjs';

const TABLES = ['works', 'works_tags_lnk', 'files', 'files_related_mph', 'bot_changes']
  .map((table) => `'${table}'`)
  .join(', ');

/**
 * Fills the empty store of a server. Indexes are taken away first and made again at the end: to
 * keep nine of them up to date for millions of rows takes many times longer.
 *
 * @param {object} server what `startServer` returns.
 * @param {'sqlite' | 'postgres' | 'mysql'} client
 * @param {import('./shapes.mjs').Shape} shape
 */
export const seed = async (server, client, shape) => {
  const dialect = DIALECTS[client];
  const indexes = await server.ask('select', dialect.indexes(TABLES));
  await server.ask('execute', [
    ...dialect.before,
    ...indexes.map(({ name, table }) => dialect.drop(name, table)),
    ...seedStatements(dialect, shape),
    ...indexes.map(({ sql }) => sql),
    ...dialect.after,
  ]);
};
