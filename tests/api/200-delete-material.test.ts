import { envelope } from '../support/envelope';
import { png, textFile } from '../support/files';
import { until } from '../support/until';
import { useSite } from '../support/use-site';

const { bot } = useSite();

const remove = (id: string) => bot.request('delete', `/materials/${id}`);

test('what nothing uses goes with its row, its formats and its bytes', async () => {
  const material = await bot.upload(await png({ width: 1200, height: 900 }));
  const { body } = await bot.request('get', `/materials/${material.id}`).expect(200);
  const formats = Object.values<{ url: string }>(body.formats).map(({ url }) => url);
  const urls = [material.url, ...formats];
  expect(urls.length).toBeGreaterThan(1);
  expect((await remove(material.id).expect(200)).body).toEqual({ id: material.id });
  await bot.request('get', `/materials/${material.id}`).expect(404);
  await until('the bytes are gone', async () => {
    const statuses = await Promise.all(urls.map(async (url) => (await fetch(url)).status));
    return statuses.every((status) => status === 404);
  });
});

test('what a publication uses stays: 409 that names it, by its media and by its text', async () => {
  const material = await bot.upload(textFile('a.txt', 'a'));
  const first = await bot.createPublication({ title: 'Media', media: [material] });
  const text = `[a](${new URL(material.url).pathname})`;
  const second = await bot.createPublication({ title: 'Text', body: text });
  const { body } = await remove(material.id).expect(409);
  expect(body).toEqual(
    envelope(409, 'material-in-use', {
      uses: [
        { id: first.id, title: 'Media', status: 'draft', how: ['media'] },
        { id: second.id, title: 'Text', status: 'draft', how: ['text'] },
      ],
    })
  );
  expect((await fetch(material.url)).status).toBe(200);
  await bot.change(first.id, { media: [] });
  await bot.change(second.id, { body: null });
  await remove(material.id).expect(200);
});

test('with a key the first answer is repeated, without one the second time is 404', async () => {
  const material = await bot.upload(textFile('b.txt', 'b'));
  const once = () => remove(material.id).set('Idempotency-Key', 'gone');
  await once().expect(200);
  expect((await once().expect(200)).body).toEqual({ id: material.id });
  expect((await remove(material.id).expect(404)).body).toEqual(envelope(404, 'material-not-found'));
});

test('deleted while it is attached, it is attached or gone, and no publication lacks it', async () => {
  for (const title of ['Race 1', 'Race 2', 'Race 3']) {
    const material = await bot.upload(textFile('c.txt', title));
    const [deleted, created] = await Promise.all([
      remove(material.id),
      bot.request('post', '/publications').send({ title, media: [material] }),
    ]);
    expect([
      [200, 400],
      [409, 201],
    ]).toContainEqual([deleted.status, created.status]);
  }
});

test.each(['get', 'patch', 'delete'] as const)('%s of an unknown one is 404', async (method) => {
  for (const id of ['abcdefghijklmnopqrstuvwx', '1', '..%2F..', '%00']) {
    const request = bot.request(method, `/materials/${id}`);
    const { body } = await (method === 'patch' ? request.send({}) : request).expect(404);
    expect(body).toEqual(envelope(404, 'material-not-found'));
  }
});
