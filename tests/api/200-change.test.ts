import { workRows } from '../support/database';
import { textFile } from '../support/files';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

const published = async (title: string) => {
  const { id } = await bot.createPublication({ title, body: 'First' });
  const { url } = await bot.publish(id);
  return { id, url };
};

test('only what is named changes, and the answer is the whole publication', async () => {
  const material = await bot.upload(textFile('a.txt', 'a'));
  const { id } = await bot.createPublication({ title: 'Tyop', body: 'Text', media: [material] });
  const changed = await bot.change(id, { title: 'Typo' });
  expect(changed).toMatchObject({ id, title: 'Typo', slug: 'tyop', body: 'Text', status: 'draft' });
  expect(changed.media.map((one) => one.id)).toEqual([material.id]);
  expect(await bot.get(id)).toEqual(changed);
});

test('null takes the text and the media away; the materials stay', async () => {
  const material = await bot.upload(textFile('b.txt', 'b'));
  const { id } = await bot.createPublication({ title: 'Bare', body: 'Text', media: [material] });
  expect(await bot.change(id, { body: null, media: null })).toMatchObject({
    body: null,
    media: [],
  });
  const again = await bot.change(id, { media: [material] });
  expect(again.media.map((one) => one.id)).toEqual([material.id]);
});

test('media are put in the order in which they are named', async () => {
  const [one, two, three] = [
    await bot.upload(textFile('1.txt', '1')),
    await bot.upload(textFile('2.txt', '2')),
    await bot.upload(textFile('3.txt', '3')),
  ];
  const { id } = await bot.createPublication({ title: 'Order', media: [one, two] });
  const { media } = await bot.change(id, { media: [three, { id: two.id }, one.id] });
  expect(media.map((material) => material.id)).toEqual([three.id, two.id, one.id]);
});

test('readers see a change of a published one with the next publish', async () => {
  const { id, url } = await published('Public');
  const changed = await bot.change(id, { body: 'Second' });
  expect(changed).toMatchObject({ body: 'First', changed: true, url, draft: { body: 'Second' } });
  expect((await bot.publish(id)).url).toBe(url);
  expect(await bot.get(id)).toMatchObject({ body: 'Second', changed: false, draft: null });
});

test('with ?publish=true it is public at once', async () => {
  const { id, url } = await published('At once');
  const changed = await bot.change(id, { title: 'Now' }, { publish: true });
  expect(changed).toMatchObject({ title: 'Now', url, status: 'published', changed: false });
  expect((await fetch(url)).status).toBe(200);
});

test('a draft becomes public with ?publish=true, even if nothing changes', async () => {
  const { id } = await bot.createPublication({ title: 'Ready' });
  expect(await bot.change(id, {}, { publish: true })).toMatchObject({ status: 'published' });
});

test('a slug that is named moves the address with the next publish', async () => {
  const { id, url } = await published('Old address');
  expect((await bot.change(id, { slug: 'new-address' })).url).toBe(url);
  const moved = await bot.publish(id);
  expect(moved.url).toBe(url.replace('old-address', 'new-address'));
});

test('what says again what is there writes nothing', async () => {
  const material = await bot.upload(textFile('c.txt', 'c'));
  const { id } = await bot.createPublication({ title: 'Same', body: 'Text', media: [material] });
  await bot.publish(id);
  const before = await workRows(site, id);
  const change = { title: ' Same ', body: 'Text', media: [material], slug: 'same' };
  expect(await bot.change(id, change)).toMatchObject({ changed: false });
  expect(await workRows(site, id)).toEqual(before);
});

test('a merge patch by its own media type is taken', async () => {
  const { id } = await bot.createPublication({ title: 'Merge' });
  const { body } = await bot
    .request('patch', `/publications/${id}`)
    .set('Content-Type', 'application/merge-patch+json')
    .send(JSON.stringify({ title: 'Merged' }))
    .expect(200);
  expect(body).toMatchObject({ title: 'Merged' });
  expect((await workRows(site, id)).map(({ title }) => title)).toEqual(['Merged']);
});
