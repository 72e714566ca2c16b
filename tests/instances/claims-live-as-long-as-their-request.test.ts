import { setTimeout as pause } from 'node:timers/promises';

import { Client } from 'pg';

import { pdf } from '../support/files';
import { clockAhead } from '../support/clock';
import { codeOf } from '../support/envelope';
import { form, send, type Call } from '../support/http-client';
import { startObjectStorage, type ObjectStorage } from '../support/object-storage';
import { describeWithPostgres, startPostgres, type Postgres } from '../support/postgres';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { until } from '../support/until';

const MINUTES_4 = 240_000;
/** Seconds for which a claim is good (`idempotency.claimSeconds`). */
const GOOD_FOR = 10;

const uploadOf = (name: string): Call => {
  const { mime, content } = pdf(name);
  return { method: 'POST', path: '/api/bot/materials', key: name, ...form(name, mime, content) };
};

describeWithPostgres('two instances, one of them with a clock that is five minutes ahead', () => {
  let postgres: Postgres;
  let storage: ObjectStorage;
  let client: Client;
  let here: ServerProcess;
  let there: ServerProcess;

  beforeAll(async () => {
    [postgres, storage] = await Promise.all([startPostgres(), startObjectStorage()]);
    const env = { DATABASE_CLIENT: 'postgres', DATABASE_URL: postgres.url, ...storage.env };
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
    await Promise.all([storage.stop(), postgres.stop()]);
  }, MINUTES_4);

  /** The ends of all claims, in seconds of the database's own clock. */
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
      // The request that takes it over needs a moment as well.
      (GOOD_FOR + 15) * 1000,
      500
    );
    expect((await namesOfFiles()).filter((name) => name === 'killed.pdf')).toHaveLength(1);
  }, 90_000);
});
