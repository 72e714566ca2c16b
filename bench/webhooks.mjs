import http from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { root } from '../scripts/terminal.mjs';

import { percentile } from './load/statistics.mjs';
import { describeMachine } from './report/machine.mjs';
import { markdownTable } from './report/markdown.mjs';
import { print } from './report/say.mjs';
import { DIALECTS } from './seed/dialects.mjs';
import { startSite } from './server/start-site.mjs';
import { stopParticipants } from './sides/participants.mjs';
import { fill } from './sides/fill.mjs';
import { storedFiles } from './samples/stored-files.mjs';
import { withTemporaryFolder } from './temporary-folder.mjs';

const CHANGES = 20_000;
const SECRET = `whsec_${Buffer.alloc(32, 'benchmark').toString('base64')}`;
const WARM_UP = 500;
/** Lists in a second: what is measured is their latency, not how many there can be. */
const LISTS_A_SECOND = 50;
const WANTED_A_SECOND = 1_000;
const STEADY_SECONDS = 15;
/** Changes come in so many parts a second. */
const STEPS = 50;

/** A receiver that takes everything. */
const startReceiver = async () => {
  let count = 0;
  const server = http.createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      count += 1;
      response.writeHead(204).end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    count: () => count,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** Lists now and then, until `isOver`. @returns milliseconds of each */
const sendLists = async ({ side, client }, isOver) => {
  const latencies = [];
  while (!isOver()) {
    const start = performance.now();
    await client.send(side.list());
    const took = performance.now() - start;
    latencies.push(took);
    await pause(Math.max(0, 1000 / LISTS_A_SECOND - took));
  }
  return latencies;
};

/** Changes that wait to be told, each of a publication of its own. */
const addChanges = ({ series, randomId, date }, count) =>
  `INSERT INTO bot_changes (document_id, kind, event, subject, title, who, request_id, happened_at)
   SELECT ${randomId}, 'publication', 'published', ${randomId}, 'Work ' || i, 'bot', ${randomId},
     ${date(String(Date.now()))}
   FROM ${series(count)}`;

const measure = async (folder) => {
  const receiver = await startReceiver();
  const site = await startSite(folder, {
    DATABASE_CLIENT: 'sqlite',
    DATABASE_FILENAME: path.join(folder, 'data.db'),
    BOT_WEBHOOK_URL: receiver.url,
    BOT_WEBHOOK_SECRET: SECRET,
  });
  const { server } = site;
  const tell = async (count) => {
    const before = receiver.count();
    const start = performance.now();
    await server.ask('execute', [addChanges(DIALECTS.sqlite, count)]);
    while (receiver.count() - before < count) {
      await pause(5);
    }
    return performance.now() - start;
  };
  try {
    await fill(site, storedFiles(path.join(root, 'favicon.png')));
    await tell(WARM_UP);
    for (let number = 0; number < WARM_UP; number += 1) await site.client.send(site.side.list());
    await server.ask('settle');

    const quietEnd = performance.now() + 10_000;
    const quiet = await sendLists(site, () => performance.now() > quietEnd);

    await server.ask('settle');
    const before = await server.ask('read');
    const alone = await tell(CHANGES);
    await server.ask('settle');
    const { cpu } = await server.ask('read');

    let isOver = false;
    const lists = sendLists(site, () => isOver);
    const told = receiver.count();
    const start = performance.now();
    for (let number = 1; number <= STEADY_SECONDS * STEPS; number += 1) {
      await server.ask('execute', [addChanges(DIALECTS.sqlite, WANTED_A_SECOND / STEPS)]);
      await pause(Math.max(0, start + (number * 1000) / STEPS - performance.now()));
    }
    isOver = true;
    const busy = await lists;
    const steady = (receiver.count() - told) / ((performance.now() - start) / 1000);
    return { quiet, alone, steady, busy, cpu: cpu - before.cpu };
  } finally {
    receiver.close();
    await stopParticipants([site]);
  }
};

const ms = (latencies, share) => `${percentile(latencies, share).toFixed(1)} ms`;
const rate = (milliseconds) => Math.round(CHANGES / (milliseconds / 1000)).toString();

/** `npm run bench:webhooks`: many changes told to a receiver, and lists beside them. */
export const measureWebhooks = async () => {
  const { quiet, alone, steady, busy, cpu } = await withTemporaryFolder(measure);
  print(
    markdownTable(
      ['what', 'measured', 'wanted'],
      [
        ['webhooks in a second, at most', rate(alone), `${WANTED_A_SECOND}`],
        ['CPU time of the server for one', `${(cpu / CHANGES).toFixed(3)} ms`, 'at most 1 ms'],
        [`a list without them (${LISTS_A_SECOND} in a second), p50`, ms(quiet, 0.5), ''],
        ['p99', ms(quiet, 0.99), ''],
        [`webhooks in a second of ${WANTED_A_SECOND} that come`, steady.toFixed(0), 'about all'],
        ['a list beside them, p50', ms(busy, 0.5), ''],
        ['p99', ms(busy, 0.99), 'as without them'],
      ]
    )
  );
  print(describeMachine());
};
