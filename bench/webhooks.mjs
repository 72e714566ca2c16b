import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { percentile, timeOf } from './load.mjs';
import { markdownTable, print } from './report.mjs';
import { storedFiles } from './samples/stored-files.mjs';
import { DIALECTS } from './seed/dialects.mjs';
import { fill } from './sides/actions.mjs';
import { startSite, stopAll } from './sites.mjs';

const CHANGES = 20_000;
const SECRET = `whsec_${Buffer.alloc(32, 'benchmark').toString('base64')}`;
const WARM_UP = 500;
/** Lists in a second: what is measured is their latency, not how many there can be. */
const LISTS_A_SECOND = 50;
const QUIET_MILLISECONDS = 10_000;
const WANTED_A_SECOND = 1_000;
const STEADY_SECONDS = 15;
/** Changes come in so many parts a second. */
const STEPS = 50;

/** A receiver that takes everything. */
const startReceiver = async () => {
  const receiver = { count: 0 };
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => {
      receiver.count += 1;
      response.writeHead(204).end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  });
};

/** Lists now and then while `work` runs. @returns milliseconds of each */
const listsDuring = async ({ side, client }, work) => {
  const latencies = [];
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    latencies.push(await timeOf(() => client.send(side.list())));
    await pause(Math.max(0, 1000 / LISTS_A_SECOND - latencies.at(-1)));
  }
  await working;
  return latencies;
};

/** Changes that wait to be told, each of a publication of its own. */
const addChanges = ({ series, randomId, date }, count) =>
  `INSERT INTO bot_changes (document_id, kind, event, subject, title, who, request_id, happened_at)
   SELECT ${randomId}, 'publication', 'published', ${randomId}, 'Work ' || i, 'bot', ${randomId},
     ${date(String(Date.now()))}
   FROM ${series(count)}`;

const measure = async (site, receiver, changes) => {
  const { server } = site;
  const add = (count) => server.ask('execute', [addChanges(DIALECTS.sqlite, count)]);
  const tell = async (count) => {
    const wanted = receiver.count + count;
    await add(count);
    while (receiver.count < wanted) await pause(5);
  };
  await tell(WARM_UP);
  for (let number = 0; number < WARM_UP; number += 1) await site.client.send(site.side.list());
  await server.ask('settle');
  const quiet = await listsDuring(site, () => pause(QUIET_MILLISECONDS));

  await server.ask('settle');
  const before = await server.ask('read');
  const alone = await timeOf(() => tell(changes));
  await server.ask('settle');
  const after = await server.ask('read');

  const told = receiver.count;
  let took;
  const busy = await listsDuring(site, async () => {
    took = await timeOf(async () => {
      const start = performance.now();
      for (let number = 1; number <= STEADY_SECONDS * STEPS; number += 1) {
        await add(WANTED_A_SECOND / STEPS);
        await pause(Math.max(0, start + (number * 1000) / STEPS - performance.now()));
      }
    });
  });
  const steady = ((receiver.count - told) * 1000) / took;
  return {
    quiet,
    rate: (changes * 1000) / alone,
    cpu: (after.cpu - before.cpu) / changes,
    steady,
    busy,
  };
};

const ms = (latencies, share) => `${percentile(latencies, share).toFixed(1)} ms`;

/** `npm run bench:webhooks`: many changes told to a receiver, and lists beside them. */
export const run = async (folder, { changes = CHANGES }) => {
  const receiver = await startReceiver();
  const sites = [];
  try {
    const environment = { BOT_WEBHOOK_URL: receiver.url, BOT_WEBHOOK_SECRET: SECRET };
    sites.push(await startSite(folder, environment));
    await fill(sites[0], storedFiles(folder));
    const { quiet, rate, cpu, steady, busy } = await measure(sites[0], receiver, Number(changes));
    print(
      markdownTable(
        ['what', 'measured', 'wanted'],
        [
          ['webhooks in a second, at most', rate.toFixed(0), `${WANTED_A_SECOND}`],
          ['CPU time of the server for one', `${cpu.toFixed(3)} ms`, 'at most 1 ms'],
          [`a list without them (${LISTS_A_SECOND} in a second), p50`, ms(quiet, 0.5), ''],
          ['p99', ms(quiet, 0.99), ''],
          [`webhooks in a second of ${WANTED_A_SECOND} that come`, steady.toFixed(0), 'about all'],
          ['a list beside them, p50', ms(busy, 0.5), ''],
          ['p99', ms(busy, 0.99), 'as without them'],
        ]
      )
    );
  } finally {
    receiver.close();
    await stopAll(sites);
  }
};
