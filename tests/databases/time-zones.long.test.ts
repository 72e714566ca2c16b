import { createBot, type Bot } from '../support/bot';
import { makeDataFolders, type DataFolders } from '../support/folders';
import { textFile } from '../support/files';
import { describeWithMariaDb } from '../support/mariadb';
import { describeWithPostgres } from '../support/postgres';
import { newDatabase } from '../support/new-database';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { until } from '../support/until';
import { readOn } from '../changes/feed-of';
import { SECRET, startReceiver, type Receiver } from '../changes/receiver';

const MINUTES_4 = 240_000;
/** Time zones west and east of Greenwich, the second one with a half-hour offset. */
const ZONES = ['America/New_York', 'Asia/Kolkata'];

interface Database {
  env: Record<string, string>;
}

/** Runs all time-dependent features on one database, under one time zone after the other. */
const testsOn = (startDatabase: () => Promise<Database>): void => {
  let database: Database;
  let receiver: Receiver;
  let server: ServerProcess;
  let bot: Bot;
  let folders: DataFolders;

  beforeAll(async () => {
    [database, receiver, folders] = await Promise.all([
      startDatabase(),
      startReceiver(),
      makeDataFolders({}),
    ]);
  }, MINUTES_4);
  afterAll(async () => {
    await receiver.stop();
    await folders.remove();
  });

  const startIn = async (zone: string): Promise<void> => {
    const { databaseFile, publicDir } = folders;
    server = await startServerProcess({
      databaseFile,
      publicDir,
      timeout: MINUTES_4,
      env: {
        ...database.env,
        TZ: zone,
        PUBLIC_URL: 'https://site.example.org',
        BOT_WEBHOOK_URL: receiver.url,
        BOT_WEBHOOK_SECRET: SECRET,
        BOT_TRASH_DAYS: '1',
      },
    });
    bot = createBot(server);
  };

  const expectNow = (time: string | null | undefined): void => {
    expect(Math.abs(Date.parse(String(time)) - Date.now())).toBeLessThan(60_000);
  };

  /** Uploads files and deletes others while the workers of removals and of the trash run. */
  const uploadDuringRemovals = async (): Promise<void> => {
    for (let round = 0; round < 5; round += 1) {
      const files = await Promise.all(
        ['a', 'b', 'c'].map((name) => bot.upload(textFile(`${name}.txt`, `${name} ${round}`)))
      );
      const { id } = await bot.createPublication({ title: 'With files', media: files });
      await bot.remove(id);
      if (round === 0) {
        const back = await bot.request('post', `/publications/${id}/restore`).expect(200);
        expect(back.body.media).toHaveLength(files.length);
      }
    }
  };

  const publishInTime = async (): Promise<void> => {
    const publishAt = new Date(Date.now() + 2_000);
    const { id } = await bot.createPublication({
      title: 'Timed',
      publishAt: publishAt.toISOString(),
    });
    await until('it is public', async () => (await bot.get(id)).status === 'published');
    const { publishedAt, createdAt } = await bot.get(id);
    expect(Date.parse(String(publishedAt))).toBeGreaterThanOrEqual(publishAt.getTime());
    expectNow(publishedAt);
    expectNow(createdAt);
    const unpublishAt = new Date(Date.now() + 1_000).toISOString();
    await bot.change(id, { unpublishAt });
    await until('it is a draft', async () => (await bot.get(id)).status === 'draft');
  };

  /** Expects a second attempt after the five seconds that the receiver has requested. */
  const redeliver = async (): Promise<void> => {
    const title = 'Told again';
    let tries = 0;
    receiver.answer(({ data }) => {
      if (data.title !== title) return 204;
      tries += 1;
      return tries > 1 ? 204 : { status: 503, headers: { 'retry-after': '5' } };
    });
    const { id } = await bot.createPublication({ title });
    await until('it has arrived', () => receiver.takenOf(id).length === 1, 60_000);
    expect(tries).toBe(2);
  };

  const keepClaims = async (): Promise<void> => {
    const create = () =>
      bot.request('post', '/publications').set('Idempotency-Key', 'once').send({ title: 'Once' });
    const answers = [await create(), await create()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.text).toBe(answers[0]?.text);
  };

  let changes: Awaited<ReturnType<typeof readOn>>['items'] = [];

  test.each(ZONES)(
    'under TZ=%s workers, leases and schedules keep their times',
    async (zone) => {
      await startIn(zone);
      const { items: before } = await readOn(bot);
      // Changes recorded under the other time zone still have the same times.
      expect(before).toEqual(changes);
      await Promise.all([uploadDuringRemovals(), publishInTime(), redeliver(), keepClaims()]);
      const { items } = await readOn(bot);
      items.slice(before.length).forEach(({ timestamp }) => expectNow(timestamp));
      changes = items;
      await server.stop();
    },
    MINUTES_4
  );
};

describe('SQLite', () => testsOn(async () => ({ env: {} })));

describeWithPostgres('PostgreSQL', () => testsOn(() => newDatabase('postgres')));

describeWithMariaDb('MariaDB', () => testsOn(() => newDatabase('mysql')));
