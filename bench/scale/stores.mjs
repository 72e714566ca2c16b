import path from 'node:path';

import { timeOf } from '../load.mjs';
import { sayProgress, seconds } from '../report.mjs';
import { DIALECTS } from '../seed/dialects.mjs';
import { seedStatements } from '../seed/statements.mjs';
import { startSite, stopAll } from '../sites.mjs';

const TABLES = ['works', 'works_tags_lnk', 'files', 'files_related_mph', 'bot_changes']
  .map((table) => `'${table}'`)
  .join(', ');
/** Changes of a work, in a store that has some. */
const CHANGES_OF_A_WORK = 10;
/** Works from which on a site has an index for its search. */
const INDEXED = 10_001;

/** What a store holds; `isPublished` is an SQL condition on `i`, the number of a work. */
const shape = (title, works, isPublished, changes = 0) => ({ title, works, isPublished, changes });

/** Every second work is published, and each has been changed ten times. */
export const half = (works) =>
  shape(works.toLocaleString('en'), works, 'i % 2 = 1', works * CHANGES_OF_A_WORK);

/** The stores that are compared; the first one is what the others are compared with. */
export const shapesUpTo = (works) => {
  const few = `i % ${Math.ceil(works / 10)} = ${Math.ceil(works / 20)}`;
  return [
    ...[works / 1000, works / 10, works].map(half),
    // Far from each other among the others.
    shape('ten drafts', works, `NOT (${few})`),
    shape('ten published', works, few),
    // All drafts are older than all published works.
    shape('old drafts', works, `i > ${works / 2}`),
  ];
};

/**
 * Fills the empty store of a server. Indexes are taken away first and made again at the end: to
 * keep nine of them up to date for millions of rows takes many times longer.
 */
const seed = async ({ server, shape }, dialect) => {
  const indexes = await server.ask('select', dialect.indexes(TABLES));
  await server.ask('execute', [
    ...dialect.before,
    ...indexes.map(({ name, table }) => dialect.drop(name, table)),
    ...seedStatements(dialect, shape),
    ...indexes.map(({ sql }) => sql),
    ...dialect.after,
  ]);
};

/**
 * Starts a server for each shape, on a store of its own that is filled with it.
 *
 * @param {'sqlite' | 'postgres' | 'mysql'} client
 * @param {object} databases what `startDatabases` returns.
 * @param {string} folder for uploads, and files of SQLite.
 * @param {object[]} stores is filled with sites that carry their `shape`, one by one, so
 *   that a caller can stop those that were started when one fails.
 */
export const startStores = async (client, databases, shapes, folder, stores) => {
  for (const [index, shape] of shapes.entries()) {
    const name = `store-${index}`;
    const took = await timeOf(async () => {
      const environment = await databases.create(name);
      const start = async () =>
        stores.push({ ...(await startSite(path.join(folder, name), environment)), shape });
      await start();
      await seed(stores.at(-1), DIALECTS[client]);
      // Its start tells SQLite's planner of the indexes, which are new.
      await stopAll([stores.pop()]);
      await start();
    });
    sayProgress(`${client}: ${shape.title} seeded (${seconds(took)})`);
  }
};

/** Fills the search's index of each store that is large enough to have one. */
export const fillSearch = async (stores) => {
  for (const { server, shape } of stores.filter((store) => store.shape.works >= INDEXED)) {
    const took = await timeOf(() => server.ask('fillSearch'));
    sayProgress(`the search of ${shape.title} filled (${seconds(took)})`);
  }
};
