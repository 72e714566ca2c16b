import path from 'node:path';

import { seconds } from '../../scripts/terminal.mjs';
import { sayProgress } from '../report/say.mjs';
import { half, oldDrafts, tenDrafts, tenPublished } from '../seed/shapes.mjs';
import { seed } from '../seed/seed.mjs';
import { startSite } from '../server/start-site.mjs';

/** The stores that are compared; the first one is what the others are compared with. */
export const shapesUpTo = (largest) => [
  half(largest / 1000),
  half(largest / 10),
  half(largest),
  tenDrafts(largest),
  tenPublished(largest),
  oldDrafts(largest),
];

/**
 * Starts a server for each shape, on a store of its own that is filled with it.
 *
 * @param {import('../databases/open.mjs').Database} database
 * @param {import('../seed/shapes.mjs').Shape[]} shapes
 * @param {string} folder for uploads.
 * @param {object[]} stores is filled with participants that carry their `shape`, one by one, so
 *   that a caller can stop those that were started when one fails.
 */
export const startStores = async (database, shapes, folder, stores) => {
  for (const [index, shape] of shapes.entries()) {
    const start = performance.now();
    const name = `store-${index}`;
    const participant = await startSite(
      path.join(folder, `${database.client}-${name}`),
      await database.create(name)
    );
    stores.push({ ...participant, shape });
    await seed(participant.server, database.client, shape);
    sayProgress(
      `${database.client}: ${shape.title} seeded (${seconds(performance.now() - start)})`
    );
  }
};

/** Works from which on a site has an index for its search. */
const INDEXED = 10_001;

/** Fills the search's index of each store that is large enough to have one. */
export const fillSearch = async (stores) => {
  for (const { server, shape } of stores.filter((store) => store.shape.works >= INDEXED)) {
    const start = performance.now();
    await server.ask('fillSearch');
    sayProgress(`the search of ${shape.title} filled (${seconds(performance.now() - start)})`);
  }
};
