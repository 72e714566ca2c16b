import type { Response, Test } from 'supertest';

import { png, type TestFile } from '../support/files';
import { useOwnSite } from '../support/use-site';
import { count, FILE, storedNames, WORK } from './rows';

const { site, bot } = useOwnSite();
let picture: TestFile;
beforeAll(async () => {
  picture = await png();
});

const create = (key: string, title = 'Once') =>
  bot.request('post', '/publications').set('Idempotency-Key', key).send({ title });

const upload = (key: string) =>
  bot
    .request('post', '/materials')
    .set('Idempotency-Key', key)
    .field('caption', 'A caption')
    .attach('file', picture.content, { filename: picture.name, contentType: picture.mime });

const expectReplay = (first: Response, second: Response) => {
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(second.headers['idempotency-replayed']).toBe('true');
  expect(second.status).toBe(first.status);
  expect(second.text).toBe(first.text);
  expect(second.type).toBe(first.type);
  expect(second.headers.location).toBe(first.headers.location);
  expect(second.headers.etag).toBe(first.headers.etag);
};

const twice = async (send: () => Test, status: number): Promise<void> => {
  const first = await send().expect(status);
  expectReplay(first, await send());
};

test('creating again creates nothing', async () => {
  const before = await count(site, WORK);
  await twice(() => create('create-1'), 201);
  expect(await count(site, WORK)).toBe(before + 1);
});

test('uploading again stores nothing', async () => {
  const [rows, files] = [await count(site, FILE), await storedNames(site)];
  await upload('upload-1').expect(201);
  const afterFirst = await storedNames(site);
  const again = await upload('upload-1').expect(201);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(await count(site, FILE)).toBe(rows + 1);
  expect(afterFirst.length).toBeGreaterThan(files.length);
  expect(await storedNames(site)).toEqual(afterFirst);
});

test('an upload is repeated with status and body', () => twice(() => upload('upload-2'), 201));

test('changing again changes nothing, and the query belongs to the request', async () => {
  const material = await bot.upload(picture);
  const { id } = await bot.createPublication({ title: 'Changed once', media: [material] });
  const change = (query: object) =>
    bot
      .request('patch', `/publications/${id}`)
      .set('Idempotency-Key', 'change-1')
      .query(query)
      .send({ title: 'Changed' });
  const first = await change({}).expect(200);
  await bot.change(id, { title: 'Changed since' });
  expectReplay(first, await change({}));
  expect((await bot.get(id)).title).toBe('Changed since');
  await change({ publish: true }).expect(422);
});

test('publishing again publishes nothing, even after it was unpublished', async () => {
  const { id } = await bot.createPublication({ title: 'Published once' });
  const publish = () =>
    bot.request('post', `/publications/${id}/publish`).set('Idempotency-Key', 'publish-1');
  const first = await publish().expect(200);
  await bot.unpublish(id);
  expectReplay(first, await publish());
  expect((await bot.get(id)).status).toBe('draft');
});

test('unpublishing again unpublishes nothing', async () => {
  const { id } = await bot.createPublication({ title: 'Unpublished once' });
  await bot.publish(id);
  const unpublish = () =>
    bot.request('post', `/publications/${id}/unpublish`).set('Idempotency-Key', 'unpublish-1');
  const first = await unpublish().expect(200);
  await bot.publish(id);
  expectReplay(first, await unpublish());
  expect((await bot.get(id)).status).toBe('published');
});

test('deleting again finds nothing to delete, and tells again what the first did', async () => {
  const media = [await bot.upload(picture)];
  const { id } = await bot.createPublication({ title: 'Deleted once', media });
  const remove = (key: string) =>
    bot.request('delete', `/publications/${id}`).set('Idempotency-Key', key);
  const first = await remove('delete-1').expect(200);
  expect(first.body).toEqual({ id, media: { deleted: [media[0].id], kept: [] } });
  expectReplay(first, await remove('delete-1'));
  await remove('delete-2').expect(404);
});

test('a creation is repeated after its publication was deleted', async () => {
  const first = await create('deleted').expect(201);
  await bot.remove((first.body as { id: string }).id);
  expectReplay(first, await create('deleted'));
});

test('a key is the same quoted and bare', async () => {
  const first = await create('"one key"').expect(201);
  expectReplay(first, await create('one key'));
});

test('an escaped quote is a quote', async () => {
  const first = await create('"a \\" and a \\\\"').expect(201);
  expectReplay(first, await create('a " and a \\'));
});

test('keys that differ in case are two keys', async () => {
  const first = await create('Case').expect(201);
  const second = await create('case').expect(201);
  expect(second.body).not.toEqual(first.body);
});

test('a path is the same with and without a slash at its end', async () => {
  const first = await create('slash').expect(201);
  const second = await bot
    .request('post', '/publications/')
    .set('Idempotency-Key', 'slash')
    .send({ title: 'Once' });
  expectReplay(first, second);
});

test('without a key, twice is two', async () => {
  const before = await count(site, WORK);
  await bot.createPublication({ title: 'Twice' });
  await bot.createPublication({ title: 'Twice' });
  expect(await count(site, WORK)).toBe(before + 2);
});

test('no key is stored as it came', async () => {
  await create('a-key-to-look-for').expect(201);
  const rows = await site.strapi.db.query('plugin::bot.idempotency-record').findMany({});
  expect(JSON.stringify(rows)).not.toContain('a-key-to-look-for');
});

test('an answer is repeated after a restart', async () => {
  const first = await create('restart').expect(201);
  const before = await count(site, WORK);
  await site.restart();
  expectReplay(first, await create('restart'));
  expect(await count(site, WORK)).toBe(before);
});
