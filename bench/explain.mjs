import path from 'node:path';

import { openDatabase } from './databases/open.mjs';
import { explainLists } from './explain/lists.mjs';
import { reportPlans } from './report/plans.mjs';
import { print } from './report/say.mjs';
import { half } from './seed/shapes.mjs';
import { seed } from './seed/seed.mjs';
import { startSite } from './server/start-site.mjs';
import { stopParticipants } from './sides/participants.mjs';
import { withTemporaryFolder } from './temporary-folder.mjs';

const WORKS = 200_000;

const explainOn = async (client, folder) => {
  const database = await openDatabase(client, folder);
  if (database === undefined) return;
  const stores = [];
  try {
    const site = await startSite(path.join(folder, client), await database.create('explain'));
    stores.push(site);
    await seed(site.server, client, half(WORKS));
    print(`### ${client}\n\n${reportPlans(await explainLists(site))}`);
  } finally {
    await stopParticipants(stores);
    await database.close();
  }
};

/** Prints how each database finds the pages of the lists, for bench/README.md. */
export const explain = () =>
  withTemporaryFolder(async (folder) => {
    for (const client of ['sqlite', 'postgres']) await explainOn(client, folder);
  });
