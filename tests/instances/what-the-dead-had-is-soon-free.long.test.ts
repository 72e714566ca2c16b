import { setTimeout as pause } from 'node:timers/promises';

import { Client } from 'pg';

import { createBot, type Bot, type Material } from '../support/bot';
import { codeOf } from '../support/envelope';
import { textFile } from '../support/files';
import { startObjectStorage, type ObjectStorage } from '../support/object-storage';
import { describeWithPostgres } from '../support/postgres';
import { newDatabase, type NewDatabase } from '../support/new-database';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { until } from '../support/until';

const MINUTES_4 = 240_000;
const TEXT = 'bytes that nobody may lose';
/** Duration of a worker's claim on a removal, in seconds. */
const REMOVAL = 60;
const SOON_MILLISECONDS = 10_000;

describeWithPostgres('two instances with a trash, one of which is killed', () => {
  let postgres: NewDatabase;
  let storage: ObjectStorage;
  let client: Client;
  let env: Record<string, string>;
  let here: ServerProcess;
  let there: ServerProcess;
  let bot: Bot;

  beforeAll(async () => {
    [postgres, storage] = await Promise.all([newDatabase('postgres'), startObjectStorage()]);
    env = { ...postgres.env, ...storage.env };
    env.BOT_TRASH_DAYS = '30';
    // The second instance has no worker until the first one is stopped, so that the owner of each claim is
    // known.
    [here, there] = await Promise.all([
      startServerProcess({ env, timeout: MINUTES_4 }),
      startServerProcess({ env: { ...env, BOT_WORKER: 'false' }, timeout: MINUTES_4 }),
    ]);
    bot = createBot(there);
    client = new Client({ connectionString: postgres.url });
    await client.connect();
  }, MINUTES_4);

  afterAll(async () => {
    await client.end();
    await Promise.all([here.stop(), there.stop()]);
    await storage.stop();
  }, MINUTES_4);

  /** Seconds until the times in a column, by the database's clock. */
  const secondsLeft = async (column: string, from: string): Promise<number[]> => {
    const { rows } = await client.query<{ left: number }>(
      `SELECT extract(epoch FROM ${column} - timezone('utc', clock_timestamp()))::float AS left FROM ${from}`
    );
    return rows.map(({ left }) => left);
  };

  const expectRenewed = async (
    seconds: number,
    read: () => Promise<number[]>,
    afterwards: number
  ): Promise<void> => {
    const [left] = await read();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(seconds);
    await pause(afterwards * 1000);
    const [renewed] = await read();
    // Only `left - afterwards` seconds would remain without a renewal.
    expect(renewed).toBeGreaterThan((left ?? 0) - afterwards + 1);
    expect(renewed).toBeLessThanOrEqual(seconds);
  };

  const make = async (name: string): Promise<{ id: string; file: Material }> => {
    const file = await bot.upload(textFile(`${name}.txt`, TEXT));
    const { id } = await bot.createPublication({ title: name, media: [file] });
    await bot.publish(id);
    return { id, file };
  };
  const restore = (id: string) => bot.request('post', `/publications/${id}/restore`);
  const bytesOf = async ({ url }: Material): Promise<string> => (await fetch(url)).text();

  test(
    'a removal is renewed while storage is slow, and taken over within a minute',
    async () => {
      const { id, file } = await make('removed');
      const release = storage.hold('DELETE');
      await createBot(here).remove(id);
      const claimed = () => secondsLeft('due_at', 'bot_removals WHERE attempts = 1');
      await until('it is at work', async () => (await claimed()).length === 1, 60_000);
      await expectRenewed(REMOVAL, claimed, 33);

      const refused = await restore(id);
      expect([refused.status, codeOf(refused)]).toEqual([503, 'storage-unavailable']);
      await here.kill9();
      release();
      // Makes the claims due, as if the minute had passed.
      await client.query(
        `UPDATE bot_removals SET due_at = timezone('utc', now()) WHERE attempts > 0`
      );
      there = await there.stop().then(() => startServerProcess({ env, timeout: MINUTES_4 }));
      bot = createBot(there);
      await until('it is back', async () => (await restore(id)).status === 200, 60_000);
      expect(await bytesOf(file)).toBe(TEXT);
    },
    MINUTES_4
  );

  test(
    'a restore that is killed leaves nothing that the next one waits for',
    async () => {
      const { id, file } = await make('restored');
      await bot.remove(id);
      const quarantinedFiles = async () =>
        (await client.query('SELECT id FROM bot_trashed_files WHERE is_quarantined')).rows
          .length === 1 && (await client.query('SELECT id FROM bot_removals')).rows.length === 0;
      await until('its bytes are aside', quarantinedFiles, 60_000);

      here = await startServerProcess({ env, timeout: MINUTES_4 });
      const release = storage.hold('PUT');
      const cut = createBot(here)
        .request('post', `/publications/${id}/restore`)
        .then(
          () => 'answered',
          () => 'cut'
        );
      const intended = () => secondsLeft('due_at', 'bot_removals');
      await until('the restore copies the bytes', async () => (await intended()).length === 1);
      await here.kill9();
      expect(await cut).toBe('cut');
      release();

      const killedAt = Date.now();
      await until('it is back', async () => (await restore(id)).status === 200, 60_000);
      expect(Date.now() - killedAt).toBeLessThan(SOON_MILLISECONDS);
      expect(await bytesOf(file)).toBe(TEXT);
    },
    MINUTES_4
  );
});
