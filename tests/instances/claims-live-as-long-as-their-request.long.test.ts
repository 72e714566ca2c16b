import { setTimeout as pause } from 'node:timers/promises';

import { Client } from 'pg';

import { pdf } from '../support/files';
import { clockAhead } from '../support/clock';
import { codeOf } from '../support/envelope';
import { form, send, type Call } from '../support/http-client';
import { startObjectStorage, type ObjectStorage } from '../support/object-storage';
import { describeWithPostgres } from '../support/postgres';
import { newDatabase, type NewDatabase } from '../support/new-database';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { until } from '../support/until';

const MINUTES_4 = 240_000;
/** Duration of a claim in seconds (`idempotency.claimSeconds`). */
const GOOD_FOR = 10;

const uploadOf = (name: string): Call => {
  const { mime, content } = pdf(name);
  return { method: 'POST', path: '/api/bot/materials', key: name, ...form(name, mime, content) };
};

describeWithPostgres('two instances, one of them with a clock that is five minutes ahead', () => {
  let postgres: NewDatabase;
  let storage: ObjectStorage;
  let client: Client;
  let here: ServerProcess;
  let there: ServerProcess;

  beforeAll(async () => {
    [postgres, storage] = await Promise.all([newDatabase('postgres'), startObjectStorage()]);
    const env = { ...postgres.env, ...storage.env };
    [here, there] = await Promise.all([
      startServerProcess({ env, timeout: MINUTES_4 }),
      startServerProcess({ env: { ...env, ...clockAhead(300) }, timeout: MINUTES_4 }),
    ]);
    client = new Client({ connectionString: postgres.url });
    await client.connect();
  }, MINUTES_4);

  afterAll(async () => {
    await client.end();
    await Promise.all([here.stop(), there.stop()]);
    await storage.stop();
  }, MINUTES_4);

  /** Expiry of all claims, in seconds by the database's clock. */
  const claims = async (): Promise<number[]> => {
    const { rows } = await client.query<{ expiry: number }>(
      `SELECT extract(epoch FROM expires_at)::float AS expiry FROM bot_idempotency_records WHERE answer IS NULL`
    );
    return rows.map(({ expiry }) => expiry);
  };

  const namesOfFiles = async (): Promise<string[]> =>
    (await client.query<{ name: string }>('SELECT name FROM files')).rows.map(({ name }) => name);

  test('an upload that takes longer than a claim succeeds once, however impatiently it is retried', async () => {
    const release = storage.hold('PUT');
    const call = uploadOf('slow.pdf');
    const first = send(here.url, call);
    await until('the key is claimed', async () => (await claims()).length === 1);
    const [expiry] = await claims();

    for (let renewed = expiry; renewed < expiry + GOOD_FOR; [renewed] = await claims()) {
      for (const { url } of [here, there]) {
        const retry = await send(url, call);
        expect([retry.status, codeOf(retry)]).toEqual([409, 'idempotency-key-in-use']);
        expect(Number(retry.headers['retry-after'])).toBeGreaterThan(0);
      }
      await pause(500);
    }
    release();
    const { status, body } = await first;
    expect(status).toBe(201);
    for (const { url } of [here, there]) {
      const retry = await send(url, call);
      expect([retry.status, retry.body]).toEqual([201, body]);
    }
    expect(await namesOfFiles()).toEqual(['slow.pdf']);
  }, 90_000);

  test('the claim of a killed instance is refused with 409, and free within seconds', async () => {
    const release = storage.hold('PUT');
    const call = uploadOf('killed.pdf');
    const first = send(here.url, call).catch(() => undefined);
    await until('the key is claimed', async () => (await claims()).length === 1);
    await here.kill9();
    expect(await first).toBeUndefined();
    release();

    expect((await send(there.url, call)).status).toBe(409);
    await until(
      'the key is free again',
      async () => (await send(there.url, call)).status === 201,
      // Time limit with some seconds for the request that takes over the claim.
      (GOOD_FOR + 15) * 1000,
      500
    );
    expect((await namesOfFiles()).filter((name) => name === 'killed.pdf')).toHaveLength(1);
  }, 90_000);

  test('how long the bytes of an upload may wait for their row goes by the clock of the database', async () => {
    const release = storage.hold('PUT');
    const sending = send(there.url, uploadOf('waiting.pdf'));
    const graces = async (): Promise<number[]> => {
      const { rows } = await client.query<{ seconds: number }>(
        `SELECT extract(epoch FROM due_at - timezone('utc', clock_timestamp()))::float AS seconds
         FROM bot_removals WHERE objects::text LIKE '%waiting%'`
      );
      return rows.map(({ seconds }) => seconds);
    };
    await until('it is written down', async () => (await graces()).length === 1);
    const [seconds] = await graces();
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    release();
    expect((await sending).status).toBe(201);
  }, 90_000);

  test('a removal that has failed is tried again by the clock of the database', async () => {
    await client.query(
      `INSERT INTO bot_removals (provider, objects, due_at, attempts)
       VALUES ('another-provider', '[]', timezone('utc', clock_timestamp()), 0)`
    );
    const next = async (): Promise<{ attempts: number; seconds: number }> => {
      const { rows } = await client.query(
        `SELECT attempts, extract(epoch FROM due_at - timezone('utc', clock_timestamp()))::float AS seconds
         FROM bot_removals WHERE provider = 'another-provider' AND last_error IS NOT NULL`
      );
      return rows[0] ?? { attempts: 0, seconds: 0 };
    };
    await until('it was tried', async () => (await next()).attempts === 1, 60_000, 100);
    const { seconds } = await next();
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(5);
  }, 90_000);
});
