import { Client } from 'pg';
import supertest from 'supertest';

import { damageOf, readState, type State } from '../support/audit';
import { createBot, type Bot } from '../support/bot';
import { envelope } from '../support/envelope';
import { jpeg, type TestFile } from '../support/files';
import { describeWithPostgres, startPostgres, type Postgres } from '../support/postgres';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { sendFile } from '../support/uploads';

describeWithPostgres('a PostgreSQL that goes away and comes back', () => {
  let postgres: Postgres;
  let site: ServerProcess;
  let bot: Bot;
  let photo: TestFile;

  beforeAll(async () => {
    photo = await jpeg({ width: 800, height: 600 });
    postgres = await startPostgres();
    site = await startServerProcess({
      env: { DATABASE_CLIENT: 'postgres', DATABASE_URL: postgres.url },
    });
    bot = createBot(site);
  });
  afterAll(async () => {
    await site.stop();
    await postgres.stop();
  });

  const withClient = async <Result>(work: (client: Client) => Promise<Result>): Promise<Result> => {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  const expectNoDamage = (): Promise<State> =>
    withClient(async (client) => {
      const select = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
      const state = await readState(select, site.uploadsDir);
      expect(damageOf(state)).toEqual([]);
      return state;
    });

  test('everything is answered 503 while it is gone, and works again without a restart', async () => {
    const { id } = await bot.createPublication({ title: 'Before' });
    await postgres.kill9();

    const health = await bot.request('get', '/health');
    expect([health.status, health.body]).toEqual([503, { ok: false, site: 'test-site' }]);
    const answers = await Promise.all([
      bot.request('get', '/publications'),
      bot.request('get', `/publications/${id}`),
      bot.request('post', '/publications').send({ title: 'During' }),
      bot.request('post', `/publications/${id}/publish`),
      bot.request('delete', `/publications/${id}`),
      sendFile(bot, photo),
    ]);
    for (const { status, body } of answers) {
      expect({ status, body: body as unknown }).toEqual({
        status: 503,
        body: envelope(503, 'database-unavailable'),
      });
    }

    const pages = await Promise.all(
      ['/works', '/works/before'].map((page) => supertest(site.url).get(page))
    );
    for (const { status, text, headers } of pages) {
      expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
      expect(headers['content-type']).toContain('text/html');
      expect(text).toContain('Back in a moment');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }

    await postgres.startAgain();
    expect((await bot.request('get', '/health')).status).toBe(200);
    await bot.publish(id);
    const material = await bot.upload(photo);
    await bot.createPublication({ title: 'After', media: [material] });
    const { works, files } = await expectNoDamage();
    expect(works.map(({ title }) => title).sort()).toEqual(['After', 'Before', 'Before']);
    expect(files).toHaveLength(1);
  }, 180_000);

  test('requests that it breaks off are done wholly or not at all, and their retries do them once', async () => {
    const titles = Array.from({ length: 12 }, (_, number) => `Broken off ${number}`);
    const create = (title: string) =>
      bot
        .request('post', '/publications')
        .set('Idempotency-Key', `create ${title}`)
        .send({ title });
    const upload = (number: number) =>
      bot
        .request('post', '/materials')
        .set('Idempotency-Key', `upload ${number}`)
        .attach('file', photo.content, {
          filename: `broken-${number}.jpg`,
          contentType: photo.mime,
        });

    const running = Promise.all([...titles.map(create), ...[1, 2, 3].map(upload)]);
    setTimeout(() => void postgres.kill9(), 40);
    for (const { status } of await running) expect([200, 201, 503]).toContain(status);
    await postgres.startAgain();
    await expectNoDamage();

    // A claim that could not be released is answered 409 until it expires.
    await withClient((client) =>
      client.query('UPDATE bot_idempotency_records SET expires_at = $1 WHERE answer IS NULL', [
        new Date(0),
      ])
    );
    for (const title of titles) await create(title).expect(201);
    for (const number of [1, 2, 3]) await upload(number).expect(201);
    const { works, files } = await expectNoDamage();
    for (const title of titles)
      expect(works.filter((work) => work.title === title)).toHaveLength(1);
    expect(files.filter(({ name }) => name.startsWith('broken-'))).toHaveLength(3);
  }, 180_000);
});
