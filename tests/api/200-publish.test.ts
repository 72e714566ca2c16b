import { publishedRow, workRows } from '../support/database';
import type { Site } from '../support/site';
import { useSite } from '../support/use-site';

const works = (site: Site) => site.strapi.documents('api::work.work');

const { site, bot } = useSite();

const publishNew = async (title: string) =>
  bot.publish((await bot.createPublication({ title })).id);

test('the answer is the id and the url, and nothing else', async () => {
  const { id } = await bot.createPublication({ title: 'Hello' });
  const { body } = await bot.request('post', `/publications/${id}/publish`).expect(200);
  expect(body).toEqual({ id, url: `${site.url}/works/hello` });
});

test('the publication is published', async () => {
  const { id } = await publishNew('Published');
  expect(await bot.get(id)).toMatchObject({ status: 'published', publishedAt: expect.any(String) });
});

test('no body is needed, and one that is sent is not looked at', async () => {
  const { id } = await bot.createPublication({ title: 'With a body' });
  await bot
    .request('post', `/publications/${id}/publish`)
    .type('json')
    .send('{ "title"')
    .expect(200);
});

test('publishing what is published answers the same', async () => {
  const first = await publishNew('Again');
  expect(await bot.publish(first.id)).toEqual(first);
});

test('publishing what is published and unchanged keeps publishedAt', async () => {
  const { id } = await publishNew('Same time');
  const { publishedAt } = await bot.get(id);
  await bot.publish(id);
  expect((await bot.get(id)).publishedAt).toBe(publishedAt);
});

test('publishing what is published and unchanged writes nothing', async () => {
  const { id } = await publishNew('Same row');
  const before = await workRows(site, id);
  await bot.publish(id);
  expect(await workRows(site, id)).toEqual(before);
});

test('what an editor has changed since goes live on the next publish', async () => {
  const { id } = await publishNew('First text');
  await works(site).update({ documentId: id, data: { body: 'Changed by an editor' } });
  await bot.publish(id);
  expect(await publishedRow(site, id)).toMatchObject({ body: 'Changed by an editor' });
});

test('what an editor has changed is not live before', async () => {
  const { id } = await publishNew('Waiting');
  await works(site).update({ documentId: id, data: { body: 'Changed by an editor' } });
  expect(await publishedRow(site, id)).toMatchObject({ body: null });
});

test('what the editor has published already is a no-op for the bot', async () => {
  const { id } = await publishNew('Editor first');
  await works(site).update({ documentId: id, data: { body: 'Changed' } });
  await works(site).publish({ documentId: id });
  const before = await publishedRow(site, id);
  await bot.publish(id);
  expect(await publishedRow(site, id)).toEqual(before);
});

test('several publishes at once leave one published version', async () => {
  const { id } = await bot.createPublication({ title: 'At once' });
  await Promise.all(Array.from({ length: 6 }, () => bot.publish(id)));
  expect(await workRows(site, id)).toHaveLength(2);
});

test('a publish and a delete at once leave no version without the other', async () => {
  const { id } = await bot.createPublication({ title: 'Publish or delete' });
  await Promise.all([
    bot.request('post', `/publications/${id}/publish`),
    bot.request('delete', `/publications/${id}`),
  ]);
  expect(await workRows(site, id)).toEqual([]);
});
