import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Client } from 'pg';

import { damageOf, readState } from '../support/audit';
import { jpeg } from '../support/files';
import { form, send, type Call } from '../support/http-client';
import { describeWithPostgres, startPostgres, type Postgres } from '../support/postgres';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { until } from '../support/until';

describeWithPostgres('a killed instance on PostgreSQL', () => {
  let temporaryDir: string;
  let postgres: Postgres;
  let server: ServerProcess;
  let client: Client;

  beforeAll(async () => {
    temporaryDir = await mkdtemp(path.join(tmpdir(), 'site-crash-'));
    postgres = await startPostgres();
    const env = { DATABASE_CLIENT: 'postgres', DATABASE_URL: postgres.url, TMPDIR: temporaryDir };
    server = await startServerProcess({ env });
    client = new Client({ connectionString: postgres.url });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await server.stop();
    await postgres.stop();
    await rm(temporaryDir, { recursive: true, force: true });
  });

  const claims = async (): Promise<{ key: string }[]> =>
    (await client.query('SELECT key FROM bot_idempotency_records WHERE answer IS NULL')).rows;

  test('its claim is refused with 409 until its bound has passed, and then taken over', async () => {
    const photo = await jpeg({ width: 2400, height: 1800 });
    const call: Call = {
      method: 'POST',
      path: '/api/bot/materials',
      key: 'claimed',
      ...form('claimed.jpg', photo.mime, photo.content),
    };
    const upload = send(server.url, call).catch(() => undefined);
    await until('the key is claimed', async () => (await claims()).length === 1);
    await server.kill9();
    expect(await upload).toBeUndefined();
    server = await server.restart();

    const refused = await send(server.url, call);
    expect(refused.status).toBe(409);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // Nobody wants to wait for the minute.
    await client.query('UPDATE bot_idempotency_records SET expires_at = $1 WHERE answer IS NULL', [
      new Date(0),
    ]);
    expect((await send(server.url, call)).status).toBe(201);

    const state = await readState(
      async <Row>(sql: string) => (await client.query(sql)).rows as Row[],
      server.uploadsDir
    );
    expect(damageOf(state)).toEqual([]);
    expect(state.files.map(({ name }) => name)).toEqual(['claimed.jpg']);
    expect(state.claims).toBe(0);
  });
});
