import { createBot, type Bot } from '../support/bot';
import { codeOf } from '../support/envelope';
import { textFile } from '../support/files';
import { startSite, type Site } from '../support/site';
import { openRequest, sendText } from './raw-http';
import { count, FILE, until, WORK } from './rows';

let site: Site;
let bot: Bot;
/** Blocks all uploads in the storage while it is set. */
let storageIsHeld: Promise<void> | undefined;

beforeAll(async () => {
  site = await startSite({
    register: (strapi) => {
      const { provider } = strapi.plugin('upload');
      const store = provider.upload.bind(provider);
      provider.upload = async (file: unknown) => {
        await storageIsHeld;
        return store(file);
      };
    },
  });
  bot = createBot(site);
});
afterAll(() => site.stop());

const create = (key: string, body: object = { title: 'A title' }) =>
  bot.request('post', '/publications').set('Idempotency-Key', key).send(body);

const upload = (key: string, content: string, fields: Record<string, string> = {}) =>
  bot
    .request('post', '/materials')
    .set('Idempotency-Key', key)
    .field(fields)
    .attach('file', Buffer.from(content), 'note.txt');

test('a key of 255 characters is taken', () => create('k'.repeat(255)).expect(201));

test('the quotes around a key of 255 characters do not count', () =>
  create(`"${'q'.repeat(255)}"`).expect(201));

test.each([
  ['256 characters', 'k'.repeat(256)],
  ['nothing', ''],
  ['empty quotes', '""'],
  ['a tab', 'a\tb'],
  ['a quote that does not end', '"abc'],
  ['text behind the quotes', '"abc"d'],
  ['an unescaped quote', '"a"b"'],
  ['a letter outside ASCII', 'ké'],
])('400: a key of %s', async (_case, key) => {
  const before = await count(site, WORK);
  const answer = await create(key).expect(400);
  expect(codeOf(answer)).toBe('idempotency-key-invalid');
  expect(await count(site, WORK)).toBe(before);
});

test.each([1, 0x7f])('400: a key with the control character %i', async (character) => {
  const body = '{"title":"A"}';
  const answer = await sendText(
    site.url,
    `POST /api/bot/publications HTTP/1.1\r\nHost: site\r\nAuthorization: Bearer ${site.token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n` +
      `Idempotency-Key: a${String.fromCharCode(character)}b\r\n\r\n${body}`
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

test('422: another body', async () => {
  await create('body', { title: 'One' }).expect(201);
  const before = await count(site, WORK);
  expect(codeOf(await create('body', { title: 'Two' }).expect(422))).toBe('idempotency-key-reused');
  expect(await count(site, WORK)).toBe(before);
});

test('422: another path', async () => {
  const [one, two] = [
    await bot.createPublication({ title: '1' }),
    await bot.createPublication({ title: '2' }),
  ];
  const publish = (id: string) =>
    bot.request('post', `/publications/${id}/publish`).set('Idempotency-Key', 'path');
  await publish(one.id).expect(200);
  await publish(two.id).expect(422);
  expect((await bot.get(two.id)).status).toBe('draft');
});

test('422: another method on the same path, and another publication to delete', async () => {
  const [one, two] = [
    await bot.createPublication({ title: '1' }),
    await bot.createPublication({ title: '2' }),
  ];
  const remove = (id: string, key: string) =>
    bot.request('delete', `/publications/${id}`).set('Idempotency-Key', key);
  await remove(one.id, 'delete').expect(200);
  await remove(two.id, 'delete').expect(422);
  await bot.request('post', `/publications/${two.id}/publish`).set('Idempotency-Key', 'verb');
  await remove(two.id, 'verb').expect(422);
  expect((await bot.get(two.id)).status).toBe('published');
});

test('422: another command on the same publication', async () => {
  const { id } = await bot.createPublication({ title: 'A title' });
  const send = (command: string) =>
    bot.request('post', `/publications/${id}/${command}`).set('Idempotency-Key', 'command');
  await send('publish').expect(200);
  await send('unpublish').expect(422);
  expect((await bot.get(id)).status).toBe('published');
});

test('422: other bytes of a file', async () => {
  await upload('bytes', 'one').expect(201);
  const before = await count(site, FILE);
  await upload('bytes', 'two').expect(422);
  expect(await count(site, FILE)).toBe(before);
});

test('422: other fields of an upload', async () => {
  await upload('fields', 'one', { caption: 'A' }).expect(201);
  await upload('fields', 'one', { caption: 'B' }).expect(422);
  await upload('fields', 'one').expect(422);
});

test('409 with Retry-After: the same request is still running', async () => {
  let release = () => {};
  storageIsHeld = new Promise((resolve) => (release = resolve));
  const running = upload('running', 'slow').then((answer) => answer);
  await until(async () => (await count(site, 'plugin::bot.removal')) > 0);

  const second = await upload('running', 'slow').expect(409);
  expect(codeOf(second)).toBe('idempotency-key-in-use');
  expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);

  release();
  storageIsHeld = undefined;
  const first = await running;
  expect(first.status).toBe(201);
  const third = await upload('running', 'slow').expect(201);
  expect(third.body).toEqual(first.body);
  expect(third.headers['idempotency-replayed']).toBe('true');
});

test('409: the same creation is still running', async () => {
  await create('claimed').expect(201);
  const table = site.strapi.db.connection('bot_idempotency_records');
  await table.update({ answer: null, expires_at: Date.now() + 30_000 });
  expect(codeOf(await create('claimed').expect(409))).toBe('idempotency-key-in-use');
});

describe('a request whose body is still on its way', () => {
  const body = JSON.stringify({ title: 'On its way' });
  const begin = (key: string) =>
    openRequest(`${site.url}/api/bot/publications`, {
      headers: {
        Authorization: `Bearer ${site.token}`,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        'Idempotency-Key': key,
      },
    });
  const claims = () => site.strapi.db.connection('bot_idempotency_records').whereNull('answer');
  const isClaimed = async () => (await claims()).length > 0;
  beforeEach(() => claims().delete());

  test('has its key: 409 to another one', async () => {
    const { request, answer } = begin('slowly');
    await until(isClaimed);
    expect(codeOf(await create('slowly').expect(409))).toBe('idempotency-key-in-use');
    request.end(body);
    const { status, text } = await answer;
    expect(status).toBe(201);
    const again = await create('slowly', { title: 'On its way' }).expect(201);
    expect(again.text).toBe(text);
    await create('slowly', { title: 'Another' }).expect(422);
  });

  test('and never comes: the key is free again', async () => {
    const { request } = begin('cut');
    await until(isClaimed);
    request.destroy();
    await until(async () => !(await isClaimed()));
    await create('cut').expect(201);
  });
});

test('a refused request keeps its key: corrected, it succeeds', async () => {
  const refused = await create('mistake', { title: '' }).expect(400);
  expect(refused.headers['idempotency-replayed']).toBeUndefined();
  await create('mistake', { title: 'Corrected' }).expect(201);
});

test('a request that failed is tried anew, not repeated', async () => {
  const { id } = await bot.createPublication({ title: 'Gone' });
  await bot.remove(id);
  const publish = () =>
    bot.request('post', `/publications/${id}/publish`).set('Idempotency-Key', 'gone');
  await publish().expect(404);
  const again = await publish().expect(404);
  expect(again.headers['idempotency-replayed']).toBeUndefined();
});

test('a refused upload keeps its key: another file succeeds', async () => {
  await upload('program', 'MZ'.padEnd(64, '\0')).expect(415);
  await upload('program', textFile('a.txt', 'plain').content.toString()).expect(201);
});
