import { Client } from 'pg';

import { atOnce, rounds } from '../concurrency/rounds';
import type { Select } from '../support/audit';
import type { Bot } from '../support/bot';
import { jpeg, pdf, type TestFile } from '../support/files';
import { newDatabase } from '../support/new-database';
import { describeWithPostgres } from '../support/postgres';
import { startPair, testPair, type Pair } from './pair';

describeWithPostgres('two instances on one PostgreSQL and one folder', () => {
  let pair: Pair;
  let client: Client;
  let photo: TestFile;

  beforeAll(async () => {
    photo = await jpeg({ width: 600, height: 400 });
    const { env, url } = await newDatabase('postgres');
    client = new Client({ connectionString: url });
    await client.connect();
    const select: Select = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
    pair = await startPair(env, select);
  }, 240_000);

  afterAll(async () => {
    await client.end();
    await pair.stop();
  });

  testPair(() => pair);

  test('one key on both instances at once stores one material', async () => {
    const { here, there, expectNoDamage } = pair;
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

  test('a delete here and a create there agree on who has the material', async () => {
    const { here, there, expectNoDamage } = pair;
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

  test('a claim of an instance that was killed is free again after its bound', async () => {
    // The expired claim that the killed instance left.
    const create = () =>
      pair.there
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
