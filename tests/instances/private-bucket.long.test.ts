import { setTimeout as pause } from 'node:timers/promises';

import { Client } from 'pg';
import supertest from 'supertest';

import { createBot, type Bot, type Material, type Publication } from '../support/bot';
import { codeOf } from '../support/envelope';
import { jpeg, pdf, type TestFile } from '../support/files';
import { startObjectStorage, type ObjectStorage } from '../support/object-storage';
import { describeWithPostgres } from '../support/postgres';
import { newDatabase, type NewDatabase } from '../support/new-database';
import type { ServerProcess } from '../support/server-process';
import { until } from '../support/until';
import { startInstances, stopInstances } from './start';

const MINUTES_4 = 240_000;
const REQUESTS = 150;
const WRONG_TOKENS = 6;

describeWithPostgres('two instances over PostgreSQL and a private bucket', () => {
  let postgres: NewDatabase;
  let storage: ObjectStorage;
  let client: Client;
  let servers: [ServerProcess, ServerProcess];
  let here: Bot;
  let there: Bot;
  let photo: TestFile;

  beforeAll(async () => {
    photo = await jpeg({ width: 1200, height: 900 });
    [postgres, storage] = await Promise.all([
      newDatabase('postgres'),
      startObjectStorage({ isPrivate: true }),
    ]);
    servers = (await startInstances(2, {
      ...postgres.env,
      ...storage.env,
      S3_PRIVATE: 'true',
      TRUST_PROXY: 'true',
      BOT_RATE_LIMIT_REQUESTS: String(REQUESTS),
      BOT_RATE_LIMIT_WRONG_TOKENS: String(WRONG_TOKENS),
    })) as [ServerProcess, ServerProcess];
    [here, there] = servers.map(createBot) as [Bot, Bot];
    client = new Client({ connectionString: postgres.url });
    await client.connect();
  }, MINUTES_4);

  afterAll(async () => {
    await client.end();
    await stopInstances(servers);
    await storage.stop();
  }, MINUTES_4);

  const expectOpens = async (url: string, file?: TestFile): Promise<void> => {
    expect(url).toContain('X-Amz-Signature=');
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    const content = Buffer.from(await answer.arrayBuffer());
    if (file) expect(content.equals(file.content)).toBe(true);
    expect((await fetch(url.split('?')[0])).status).toBe(403);
  };

  test('the address in the answer of an upload opens', async () => {
    const paper = pdf();
    await expectOpens((await here.upload(paper)).url, paper);
    await expectOpens((await here.upload(photo)).url);
  });

  test('a repeated answer has an address that was signed for it, and none is kept', async () => {
    const paper = pdf('repeated.pdf');
    const upload = (bot: Bot) =>
      bot
        .request('post', '/materials')
        .set('Idempotency-Key', 'signed')
        .attach('file', paper.content, { filename: paper.name, contentType: paper.mime })
        .expect(201);
    const first = (await upload(here)).body as Material;
    // A signature contains its time in seconds, so wait for another second.
    await pause(1_100);
    const again = (await upload(there)).body as Material;
    expect(again).toEqual({ ...first, url: expect.any(String) as unknown });
    expect(again.url).not.toBe(first.url);
    await expectOpens(again.url, paper);
    const { rows } = await client.query<{ answer: string }>(
      'SELECT answer::text FROM bot_idempotency_records'
    );
    expect(JSON.stringify(rows)).toContain(first.id);
    expect(JSON.stringify(rows)).not.toContain('X-Amz-');
  });

  test('the repeated answer of a change has addresses that were signed for it', async () => {
    const paper = pdf();
    const material = await here.upload(paper);
    const { id } = await here.createPublication({ title: 'Changed', media: [material] });
    const change = async (bot: Bot) =>
      (
        await bot
          .request('patch', `/publications/${id}`)
          .set('Idempotency-Key', 'signed-change')
          .send({ body: 'Text' })
          .expect(200)
      ).body as Publication;
    const first = await change(here);
    await pause(1_100);
    const again = await change(there);
    expect(again.media[0].url).not.toBe(first.media[0].url);
    await expectOpens(again.media[0].url, paper);
    const { rows } = await client.query<{ answer: string }>(
      'SELECT answer::text FROM bot_idempotency_records'
    );
    expect(JSON.stringify(rows)).not.toContain('X-Amz-');
  });

  test('the row keeps the plain address', async () => {
    const material = await here.upload(pdf());
    const { rows } = await client.query<{ url: string }>(
      'SELECT url FROM files WHERE document_id = $1',
      [material.id]
    );
    expect(rows[0]?.url).toBe(material.url.split('?')[0]);
  });

  test('addresses in the list and of one publication open', async () => {
    const paper = pdf();
    const material = await here.upload(paper);
    const { id } = await here.createPublication({ title: 'Listed', media: [material] });
    const [item] = await there.list({ limit: 1 });
    expect(item?.id).toBe(id);
    await expectOpens(item.media[0].url, paper);
    await expectOpens((await there.get(id)).media[0].url, paper);
  });

  test('addresses on the public page open, those of each width too', async () => {
    const media = [await here.upload(photo), await here.upload(pdf())];
    const { id } = await here.createPublication({ title: 'Shown', media });
    const { url } = await here.publish(id);
    const page = await supertest(servers[1].url).get(new URL(url).pathname).expect(200);
    const found = page.text.match(/http[^"\s]+X-Amz-[^"\s]+/g) ?? [];
    const addresses = found.map((address) => address.replaceAll('&amp;', '&'));
    const names = addresses.map((address) => new URL(address).pathname);
    // The original, its four formats and the PDF; one format also as `src`.
    expect(new Set(names).size).toBeGreaterThanOrEqual(6);
    for (const address of addresses) await expectOpens(address);
    expect(page.text.match(/srcset="([^"]+)"/)?.[1]?.split(', ').length).toBeGreaterThan(3);
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain(new URL(storage.url).origin);
  });

  test('a delete removes all formats', async () => {
    const before = await storage.keys();
    const material = await here.upload(photo);
    expect((await storage.keys()).length).toBe(before.length + 5);
    const { id } = await here.createPublication({ title: 'Gone', media: [material] });
    await there.remove(id);
    await until(
      'the objects are gone',
      async () => (await storage.keys()).length === before.length
    );
    expect(await storage.keys()).toEqual(before);
  });

  const getFile = (server: ServerProcess, token: string, address: string) =>
    supertest(server.url)
      .get('/api/bot/publications/none')
      .set('Authorization', `Bearer ${token}`)
      .set('X-Forwarded-For', address);

  test('each instance counts wrong tokens and requests for itself', async () => {
    for (let guesses = 0; guesses < WRONG_TOKENS; guesses += 1) {
      await getFile(servers[0], 'wrong', '192.0.2.1').expect(401);
    }
    const answer = await getFile(servers[0], 'wrong', '192.0.2.1').expect(429);
    expect(codeOf(answer)).toBe('too-many-wrong-tokens');
    await getFile(servers[1], 'wrong', '192.0.2.1').expect(401);

    let last = await getFile(servers[0], servers[0].token, '192.0.2.2');
    for (let sent = 0; sent < REQUESTS && last.status !== 429; sent += 1) {
      last = await getFile(servers[0], servers[0].token, '192.0.2.2');
    }
    expect(codeOf(last)).toBe('too-many-requests');
    await getFile(servers[1], servers[1].token, '192.0.2.2').expect(404);
  });
});
