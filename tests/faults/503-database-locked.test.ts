import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { envelope } from '../support/envelope';
import { pdf } from '../support/files';
import { sendFile } from '../support/uploads';
import { startFaultyProcess, type FaultyProcess } from './faulty-process';

let faulty: FaultyProcess;
beforeAll(async () => {
  faulty = await startFaultyProcess();
});
afterAll(() => faulty.stop());

const HOLD = `
  const Database = require('better-sqlite3');
  const database = new Database(process.argv[1]);
  database.exec('BEGIN EXCLUSIVE');
  process.stdout.write('held');
  setInterval(() => undefined, 1000);
`;

/** Locks the database from another process for as long as `work` takes. */
const whileLocked = async (work: () => Promise<void>): Promise<void> => {
  const holder: ChildProcess = spawn(process.execPath, ['-e', HOLD, faulty.databaseFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(holder, 'exit');
  try {
    await once(holder.stdout as NodeJS.ReadableStream, 'data');
    await work();
  } finally {
    holder.kill('SIGKILL');
    await exited;
  }
};

test('while another process has locked the database, writes are answered 503 and leave nothing', async () => {
  const { id } = await faulty.bot.createPublication({ title: 'There' });
  await whileLocked(async () => {
    const answers = [
      await faulty.bot.request('post', '/publications').send({ title: 'Not there' }),
      await faulty.bot.request('post', `/publications/${id}/publish`),
      await faulty.bot.request('delete', `/publications/${id}`),
      await sendFile(faulty.bot, pdf()),
      await faulty.bot
        .request('post', '/publications')
        .set('Idempotency-Key', 'locked')
        .send({ title: 'Keyed' }),
    ];
    for (const { status, body, headers } of answers) {
      expect({ status, body: body as unknown }).toEqual({
        status: 503,
        body: envelope(503, 'database-unavailable'),
      });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  const { works, files, objects, claims } = await faulty.expectNothingHalfDone();
  expect(works.map((work) => work.document_id)).toEqual([id]);
  expect([files.length, objects.size, claims]).toEqual([0, 0, 0]);
  await faulty.bot
    .request('post', '/publications')
    .set('Idempotency-Key', 'locked')
    .send({ title: 'Keyed' })
    .expect(201);
  await faulty.bot.publish(id);
  await faulty.bot.upload(pdf());
  await faulty.expectNothingHalfDone();
}, 120_000);
