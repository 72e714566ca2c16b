import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import supertest, { type Response } from 'supertest';

import { createAdmin } from '../support/admin';
import type { WorkRow } from '../support/audit';
import { envelope } from '../support/envelope';
import { pdf } from '../support/files';
import { sendFile } from '../support/uploads';
import { startFaultyProcess, type FaultyProcess } from '../faults/faulty-process';

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

/** Locks the database from another process while `work` runs. */
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

test('a short lock of another process delays a write, and nothing else', async () => {
  const admin = await createAdmin(faulty);
  const { id } = await faulty.bot.createPublication({ title: 'Before the lock' });
  let writes: Promise<Response[]> | undefined;

  await whileLocked(async () => {
    // Reads need no lock, not even those of Strapi's documents, which run in a transaction.
    await faulty.bot.get(id);
    await admin.agent.get('/content-manager/collection-types/api::work.work').expect(200);
    writes = Promise.all([
      faulty.bot.request('post', '/publications').send({ title: 'Delayed' }),
      faulty.bot.request('post', `/publications/${id}/publish`).set('Idempotency-Key', 'delayed'),
      sendFile(faulty.bot, pdf()),
    ]);
    const first = await Promise.race([
      writes.then(() => 'a write'),
      supertest(faulty.url)
        .get('/api/bot/publications')
        .expect(401)
        .then(() => 'what asks no database'),
    ]);
    expect(first).toBe('what asks no database');
  });

  expect((await writes)?.map(({ status }) => status)).toEqual([201, 200, 201]);
  await faulty.expectNothingHalfDone();
}, 60_000);

test('while another process keeps the database locked, writes are answered 503 and leave nothing', async () => {
  const { works: before, files } = await faulty.expectNothingHalfDone();
  const [{ document_id: id }] = before as [WorkRow];
  const keyed = () =>
    faulty.bot
      .request('post', '/publications')
      .set('Idempotency-Key', 'locked')
      .send({ title: 'Keyed' });
  await whileLocked(async () => {
    const answers = await Promise.all([
      faulty.bot.request('post', '/publications').send({ title: 'Not there' }),
      faulty.bot.request('delete', `/publications/${id}`),
      sendFile(faulty.bot, pdf()),
      keyed(),
    ]);
    for (const { status, body, headers } of answers) {
      expect({ status, body: body as unknown }).toEqual({
        status: 503,
        body: envelope(503, 'database-unavailable'),
      });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  const after = await faulty.expectNothingHalfDone();
  expect(after.works).toEqual(before);
  expect([after.files.length, after.claims]).toEqual([files.length, 0]);
  await keyed().expect(201);
  await faulty.bot.remove(id);
  await faulty.expectNothingHalfDone();
}, 120_000);
