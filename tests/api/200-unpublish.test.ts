import { workRows } from '../support/database';
import { textFile } from '../support/files';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

const publishNew = async (title: string) =>
  bot.publish((await bot.createPublication({ title })).id);

test('the answer is the id and nothing else', async () => {
  const { id } = await publishNew('Hello');
  const { body } = await bot.request('post', `/publications/${id}/unpublish`).expect(200);
  expect(body).toEqual({ id });
});

test('the publication is a draft again', async () => {
  const { id } = await publishNew('Back');
  await bot.unpublish(id);
  expect(await bot.get(id)).toMatchObject({ status: 'draft', url: null, publishedAt: null });
});

test('its address no longer opens', async () => {
  const { id, url } = await publishNew('Closed');
  await bot.unpublish(id);
  expect((await fetch(url)).status).toBe(410);
});

test('on a draft it answers the same', async () => {
  const { id } = await bot.createPublication({ title: 'Draft' });
  expect(await bot.unpublish(id)).toEqual({ id });
});

test('on a draft it writes nothing', async () => {
  const { id } = await bot.createPublication({ title: 'Untouched' });
  const before = await workRows(site, id);
  await bot.unpublish(id);
  expect(await workRows(site, id)).toEqual(before);
});

test('what an editor has changed since stays in the draft', async () => {
  const { id } = await publishNew('Kept change');
  await site.strapi
    .documents('api::work.work')
    .update({ documentId: id, data: { body: 'Changed' } });
  await bot.unpublish(id);
  expect((await bot.get(id)).body).toBe('Changed');
});

test('media stay', async () => {
  const material = await bot.upload(textFile('a.txt', 'a'));
  const { id } = await bot.createPublication({ title: 'With media', media: [material] });
  await bot.publish(id);
  await bot.unpublish(id);
  expect((await bot.get(id)).media).toMatchObject([material]);
});
