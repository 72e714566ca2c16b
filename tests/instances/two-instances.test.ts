import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Client } from 'pg';

import { createAdmin } from '../support/admin';
import { damageOf, readState, type Select, type State } from '../support/audit';
import { createBot, type Bot } from '../support/bot';
import { jpeg, pdf, type TestFile } from '../support/files';
import { describeWithPostgres } from '../support/postgres';
import { newDatabase, type NewDatabase } from '../support/new-database';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import {
  expectBotPage,
  expectLongTitle,
  expectNamesOnce,
  expectOneEffectOfAKey,
  expectOnePublish,
  expectSlugsOfTheirOwn,
  expectTextsToKeepFiles,
  expectToComeBack,
  expectToPublishOnTime,
  expectUploadsToGoOn,
  expectVersions,
} from '../concurrency/on-both-instances';
import { atOnce, rounds } from '../concurrency/rounds';

describeWithPostgres('two instances on one PostgreSQL and one folder', () => {
  let publicDir: string;
  let postgres: NewDatabase;
  let client: Client;
  let servers: ServerProcess[];
  let here: Bot;
  let there: Bot;
  let photo: TestFile;

  beforeAll(async () => {
    photo = await jpeg({ width: 600, height: 400 });
    publicDir = await mkdtemp(path.join(tmpdir(), 'site-shared-'));
    postgres = await newDatabase('postgres');
    const { env } = postgres;
    const start = () => startServerProcess({ env, publicDir });
    servers = [await start(), await start()];
    [here, there] = servers.map((server) => createBot(server)) as [Bot, Bot];
    client = new Client({ connectionString: postgres.url });
    await client.connect();
  }, 120_000);

  afterAll(async () => {
    await client.end();
    await Promise.all(servers.map((server) => server.stop()));
    await rm(publicDir, { recursive: true, force: true });
  });

  const expectNoDamage = async (): Promise<State> => {
    const select: Select = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
    const state = await readState(select, path.join(publicDir, 'uploads'));
    expect(damageOf(state)).toEqual([]);
    return state;
  };

  test('one key on both instances at once creates one publication', () =>
    expectOneEffectOfAKey({ here, there, expectNoDamage }));

  test('one key on both instances at once stores one material', async () => {
    await rounds(6, async (number) => {
      const name = `shared-${number}.jpg`;
      const upload = (bot: Bot) =>
        bot
          .request('post', '/materials')
          .set('Idempotency-Key', `upload-${number}`)
          .attach('file', photo.content, { filename: name, contentType: photo.mime });
      const answers = await atOnce(upload(here), upload(there));
      for (const { status } of answers) expect([201, 409]).toContain(status);
      expect((await upload(there)).status).toBe(201);
      const { files } = await expectNoDamage();
      expect(files.filter((file) => file.name === name)).toHaveLength(1);
    });
  });

  test('a file that a text shows is kept on whichever instance its owner is deleted', () =>
    expectTextsToKeepFiles({ here, there, expectNoDamage }));

  test('an upload in parts goes on at the other instance, and is stored once', () =>
    expectUploadsToGoOn({ here, there, expectNoDamage }));

  test('names are told apart, and each is given once', () =>
    expectNamesOnce({ here, there, expectNoDamage }));

  test('what is due is published once and in time, whichever instance was told', () =>
    expectToPublishOnTime({ here, there, expectNoDamage }));

  test('a title of 255 characters of four bytes each is stored whole', () =>
    expectLongTitle({ here, there, expectNoDamage }));

  test('the panel is told of what the bot has done on the other one', async () =>
    expectBotPage({ here, there, expectNoDamage }, await createAdmin(servers[1])));

  test('what the bot replaces is kept, and put back by an editor', async () =>
    expectVersions({ here, there, expectNoDamage }, await createAdmin(servers[1])));

  test('what an instance puts into the trash comes back once, asked for on several at once', async () => {
    const env = { ...postgres.env, BOT_TRASH_DAYS: '30' };
    const keeping = await startServerProcess({ env, publicDir });
    try {
      await expectToComeBack({ here, there, expectNoDamage }, createBot(keeping));
    } finally {
      await keeping.stop();
    }
  });

  test('publishing on both instances at once publishes once', () =>
    expectOnePublish({ here, there, expectNoDamage }));

  test('a delete here and a create there agree on who has the material', async () => {
    await rounds(15, async (number) => {
      const material = await here.upload(pdf());
      const { id } = await here.createPublication({ title: `Old ${number}`, media: [material] });
      const [removed, created] = await atOnce(
        here.request('delete', `/publications/${id}`),
        there.request('post', '/publications').send({ title: `New ${number}`, media: [material] })
      );
      expect(removed?.status).toBe(200);
      expect([201, 400]).toContain(created?.status);
      const { files } = await expectNoDamage();
      expect(files.some((file) => file.document_id === material.id)).toBe(created?.status === 201);
    });
  });

  test('one title on both instances at once gives as many slugs as publications', () =>
    expectSlugsOfTheirOwn({ here, there, expectNoDamage }));

  test('a claim of an instance that was killed is free again after its bound', async () => {
    // The claim as the killed instance left it, past its time.
    const create = () =>
      there
        .request('post', '/publications')
        .set('Idempotency-Key', 'abandoned')
        .send({ title: 'Abandoned' });
    const { body } = await create().expect(201);
    await client.query(
      `UPDATE bot_idempotency_records SET answer = NULL, claim = 'dead', expires_at = now() at time zone 'utc' + interval '1 minute'
       WHERE answer::text LIKE $1`,
      [`%${(body as { id: string }).id}%`]
    );
    const refused = await create();
    expect(refused.status).toBe(409);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await client.query(
      `UPDATE bot_idempotency_records SET expires_at = now() at time zone 'utc' - interval '1 second' WHERE claim = 'dead'`
    );
    expect((await create()).status).toBe(201);
  });
});
