import path from 'node:path';

import { seconds } from '../scripts/terminal.mjs';

import { closedLoop } from './load/closed-loop.mjs';
import { percentile } from './load/statistics.mjs';
import { describeMachine } from './report/machine.mjs';
import { markdownTable } from './report/markdown.mjs';
import { print } from './report/say.mjs';
import { makePhoto } from './samples/photo.mjs';
import { startSite } from './server/start-site.mjs';
import { stopParticipants } from './sides/participants.mjs';
import { withTemporaryFolder } from './temporary-folder.mjs';

const PICTURES = 60;
const PHOTO = { width: 4000, height: 3000 };
const TEXT = { name: 'note.txt', mime: 'text/plain', content: Buffer.from('Hello, reader.\n') };
const WARM_UP = 200;
/** Processes that work on images. */
const PROCESSES = 2;

/** Sends texts, one after the other, until `isOver`. @returns milliseconds of each */
const sendTexts = async ({ side, client }, isOver) => {
  const latencies = [];
  while (!isOver()) {
    const start = performance.now();
    await client.send(side.upload(TEXT));
    latencies.push(performance.now() - start);
  }
  return latencies;
};

const burst = async (folder) => {
  const site = await startSite(folder, {
    DATABASE_CLIENT: 'sqlite',
    DATABASE_FILENAME: path.join(folder, 'data.db'),
  });
  try {
    const { side, server, client } = site;
    const picture = side.upload(await makePhoto(PHOTO, 6));
    const warmUp = Array.from({ length: WARM_UP }, () => side.upload(TEXT));
    await closedLoop(warmUp, 8, client.send);
    await client.send(picture);
    await server.ask('settle');

    const before = await server.ask('read');
    let isOver = false;
    const texts = sendTexts(site, () => isOver);
    const pictures = Array.from({ length: PICTURES }, () => picture);
    // A picture that is refused ends the benchmark, as the client takes no other answer than 2xx.
    const { milliseconds, latencies } = await closedLoop(pictures, PICTURES, client.send);
    isOver = true;
    const textLatencies = await texts;
    await server.ask('settle');
    const after = await server.ask('read');
    return { milliseconds, latencies, textLatencies, cpu: after.cpu - before.cpu };
  } finally {
    await stopParticipants([site]);
  }
};

/** `npm run bench:burst`: many pictures at once, and texts beside them. */
export const measureBurst = async () => {
  const { milliseconds, latencies, textLatencies, cpu } = await withTemporaryFolder(burst);
  const share = milliseconds / (cpu / PROCESSES);
  print(
    markdownTable(
      ['what', 'measured', 'wanted'],
      [
        [`${PICTURES} photos of 12 megapixels at once, refused`, '0', '0'],
        ['the last one answered after', seconds(milliseconds), ''],
        ['that is, of what their CPU time needs on two cores', share.toFixed(2), 'at most 2'],
        ['CPU time of the server for one', `${(cpu / PICTURES).toFixed(0)} ms`, ''],
        ['the slowest of them', seconds(Math.max(...latencies)), ''],
        [`texts beside them (${textLatencies.length}), p50`, ms(textLatencies, 0.5), ''],
        ['p99', ms(textLatencies, 0.99), 'under 50 ms'],
      ]
    )
  );
  print(describeMachine());
};

const ms = (latencies, share) => `${percentile(latencies, share).toFixed(1)} ms`;
