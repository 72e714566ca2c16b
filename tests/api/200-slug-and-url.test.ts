import { workRows } from '../support/database';
import { envelope, fieldErrors } from '../support/envelope';
import type { Site } from '../support/site';
import { useSite } from '../support/use-site';

const works = (site: Site) => site.strapi.documents('api::work.work');

const { site, bot } = useSite();

const slugOf = async (id: string) => (await workRows(site, id))[0]?.slug;

const publishNew = async (title: string) =>
  bot.publish((await bot.createPublication({ title })).id);

test.each([
  ['Hello, World!', 'hello-world'],
  ['Größe und Übermut', 'groesse-und-uebermut'],
  ['Привет мир', 'privet-mir'],
  ["L'été à la plage", 'l-ete-a-la-plage'],
])('the slug of "%s" is %s', async (title, slug) => {
  const { id } = await bot.createPublication({ title });
  expect(await slugOf(id)).toBe(slug);
});

test('a slug that is sent with a new work is its slug, and 400 if it is taken', async () => {
  const slug = 'Chosen.slug';
  const { id } = await bot.createPublication({ title: 'Chosen', slug });
  expect(await slugOf(id)).toBe(slug);
  for (const refused of [slug, 'feed.xml', 'a slug']) {
    const { body } = await bot
      .request('post', '/publications')
      .send({ title: 'Refused', slug: refused })
      .expect(400);
    expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['slug'])));
  }
  expect((await bot.list()).filter(({ title }) => title === 'Refused')).toEqual([]);
});

test('a title without letters has a slug all the same', async () => {
  const { id } = await bot.createPublication({ title: '!!! ???' });
  expect(await slugOf(id)).toMatch(/^[a-z0-9-]+$/);
});

test('the second work of a title has a slug of its own that starts alike', async () => {
  await bot.createPublication({ title: 'Same title' });
  const { id } = await bot.createPublication({ title: 'Same title' });
  expect(await slugOf(id)).toMatch(/^same-title-[a-z0-9]+$/);
});

test('works that are created at the same time have slugs of their own', async () => {
  const created = await Promise.all(
    Array.from({ length: 8 }, () => bot.createPublication({ title: 'At the same time' }))
  );
  const slugs = await Promise.all(created.map(({ id }) => slugOf(id)));
  expect(new Set(slugs).size).toBe(8);
});

test('the slug of a deleted work is free again', async () => {
  const { id } = await bot.createPublication({ title: 'Free again' });
  await bot.remove(id);
  expect(await slugOf((await bot.createPublication({ title: 'Free again' })).id)).toBe(
    'free-again'
  );
});

test('a url is the public address, /works/ and the slug', async () => {
  expect((await publishNew('My first work')).url).toBe(`${site.url}/works/my-first-work`);
});

test('the url that publish returns is the one that the list shows', async () => {
  const { id, url } = await publishNew('Listed');
  expect((await bot.list()).find((item) => item.id === id)?.url).toBe(url);
});

test('the url opens', async () => {
  const { url } = await publishNew('Opens');
  expect((await fetch(url)).status).toBe(200);
});

test('a url stays when the title changes', async () => {
  const { id, url } = await publishNew('Before');
  await works(site).update({ documentId: id, data: { title: 'After' } });
  expect((await bot.publish(id)).url).toBe(url);
});

test('a url stays when the work is unpublished and published again', async () => {
  const { id, url } = await publishNew('Back and forth');
  await bot.unpublish(id);
  expect((await bot.publish(id)).url).toBe(url);
});

test('a publication may have the title of another that is published', async () => {
  const [first, second] = [await publishNew('Twins'), await publishNew('Twins')];
  expect(first.url).not.toBe(second.url);
});
