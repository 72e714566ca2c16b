import path from 'node:path';

import { timeOf } from '../load.mjs';
import { logProgress, seconds } from '../report.mjs';
import { DIALECTS } from '../seed/dialects.mjs';
import { seedStatements } from '../seed/statements.mjs';
import { startSite, stopAll } from '../sites.mjs';

const TABLES = ['works', 'works_tags_lnk', 'files', 'files_related_mph', 'bot_changes']
  .map((table) => `'${table}'`)
  .join(', ');
/** Number of changes per work in a store with changes. */
const CHANGES_OF_A_WORK = 10;
/** Minimum number of works in a store for which a site builds a search index. */
const INDEXED = 10_001;

/**
 * Describes the works in a store (the database of a measured server). `isPublished` is an SQL condition on `i`, the
 * number of a work.
 */
const shape = (title, works, isPublished, changes = 0) => ({ title, works, isPublished, changes });

/** Store in which every second work is published and each has ten changes. */
export const half = (works) =>
  shape(works.toLocaleString('en'), works, 'i % 2 = 1', works * CHANGES_OF_A_WORK);

/** Contents of the stores in the comparison. The first store is the reference for all others. */
export const shapesUpTo = (works) => {
  const few = `i % ${Math.ceil(works / 10)} = ${Math.ceil(works / 20)}`;
  return [
    ...[works / 1000, works / 10, works].map(half),
    // The ten works are spread over the whole store.
    shape('ten drafts', works, `NOT (${few})`),
    shape('ten published', works, few),
    // All drafts are older than all published works.
    shape('old drafts', works, `i > ${works / 2}`),
  ];
};

/**
 * Fills the empty store of a server. Indexes are dropped first and created again at the end, because updating nine of
 * them for millions of rows takes many times longer.
 */
const seed = async ({ server, shape }, dialect) => {
  const indexes = await server.request('select', dialect.indexes(TABLES));
  await server.request('execute', [
    ...dialect.before,
    ...indexes.map(({ name, table }) => dialect.drop(name, table)),
    ...seedStatements(dialect, shape),
    ...indexes.map(({ sql }) => sql),
    ...dialect.after,
  ]);
};

/**
 * Starts a server for each shape (content of a store, see `shape`). Each server has its own store, which is filled as
 * the shape describes.
 *
 * @param {'sqlite' | 'postgres' | 'mysql'} client
 * @param {object} databases the result of `startDatabases`.
 * @param {string} folder for uploads and SQLite files.
 * @param {object[]} stores receives the started sites with their `shape`, one by one, so that the caller can stop them
 * if a later one fails.
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
      // A restart makes SQLite's planner use the new indexes.
      await stopAll([stores.pop()]);
      await start();
    });
    logProgress(`${client}: ${shape.title} seeded (${seconds(took)})`);
  }
};

/** Fills the search index of each store that is large enough for one. */
export const fillSearch = async (stores) => {
  for (const { server, shape } of stores.filter((store) => store.shape.works >= INDEXED)) {
    const took = await timeOf(() => server.request('fillSearch'));
    logProgress(`the search of ${shape.title} filled (${seconds(took)})`);
  }
};
