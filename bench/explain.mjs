import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { openDatabase } from './databases/open.mjs';
import { explainLists } from './explain/lists.mjs';
import { reportPlans } from './report/plans.mjs';
import { print, sayProgress } from './report/say.mjs';
import { half } from './seed/shapes.mjs';
import { seed } from './seed/seed.mjs';
import { startSite } from './server/start-site.mjs';
import { stopParticipants } from './sides/participants.mjs';
import { withTemporaryFolder } from './temporary-folder.mjs';

const WORKS = 200_000;
const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
const README = fileURLToPath(new URL('README.md', import.meta.url));
const PLANS = /(<!-- plans -->\n)[^]*(<!-- end of plans -->)/;

/** The plans of one kind of database, or nothing if this machine has none. */
const explainOn = async (client, folder) => {
  const database = await openDatabase(client, folder);
  if (database === undefined) return '';
  const stores = [];
  try {
    const site = await startSite(path.join(folder, client), await database.create('explain'));
    stores.push(site);
    await seed(site.server, client, half(WORKS));
    return `### ${NAMES[client]}\n\n${reportPlans(await explainLists(site))}`;
  } finally {
    await stopParticipants(stores);
    await database.close();
  }
};

/**
 * Tells how each database finds the pages of the lists.
 *
 * @param {string[]} args `--write` puts it into bench/README.md.
 */
export const explain = async (args) => {
  const parts = [];
  await withTemporaryFolder(async (folder) => {
    for (const client of Object.keys(NAMES)) parts.push(await explainOn(client, folder));
  });
  const plans = parts.join('\n');
  if (!args.includes('--write')) {
    print(plans);
    return;
  }
  const text = readFileSync(README, 'utf8');
  writeFileSync(
    README,
    text.replace(PLANS, (_all, start, end) => `${start}\n${plans}\n${end}`)
  );
  sayProgress('bench/README.md has the plans of now');
};
