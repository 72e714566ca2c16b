import { createAdmin } from '../support/admin';
import { createEditor } from '../support/content-manager';
import { workRows } from '../support/database';
import { until } from '../support/until';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

const rows = (table: string) => site.strapi.db.connection(table);

let number = 0;

/** Inserts a work with only its text, like other programs or `strapi transfer`. */
const writeRaw = async (title: string | null, { isPublished = false, ...columns } = {}) => {
  number += 1;
  const document_id = `raw${String(number).padStart(21, '0')}`;
  const now = Date.now();
  const row = { document_id, title, created_at: now, updated_at: now, ...columns };
  await rows('works').insert(row);
  if (isPublished) await rows('works').insert({ ...row, published_at: now });
  return document_id;
};

const slugsOf = async (id: string) => (await workRows(site, id)).map(({ slug }) => slug);

/** Runs the site's repair, which otherwise runs every half minute. */
const look = () => site.strapi.plugin('bot').service('repair').fillIn() as Promise<void>;

describe('a work without a slug, written past Strapi,', () => {
  test('gets one when the bot publishes it', async () => {
    const id = await writeRaw('Published by the bot');
    const { url } = await bot.publish(id);
    expect(url).toBe(`${site.url}/works/published-by-the-bot`);
    expect((await fetch(url)).status).toBe(200);
  });

  test('gets one when an editor publishes it', async () => {
    const id = await writeRaw('Published by an editor');
    await createEditor(await createAdmin(site)).bulkPublish([id]);
    expect(await slugsOf(id)).toEqual(['published-by-an-editor', 'published-by-an-editor']);
  });

  test('has the address of its slug at once if it was public', async () => {
    const id = await writeRaw('Public already', { isPublished: true });
    const { url } = await bot.publish(id);
    expect(url).toBe(`${site.url}/works/public-already`);
    expect((await bot.get(id)).url).toBe(url);
  });

  test('is shown without an address until then', async () => {
    const id = await writeRaw('Shown', { isPublished: true });
    expect(await bot.get(id)).toMatchObject({ status: 'published', url: null, changed: false });
  });

  test.each([null, ''])('gets one for %j by itself, the same for both versions', async (slug) => {
    const id = await writeRaw(`By itself ${slug}`, { isPublished: true, slug } as object);
    await look();
    const [first, second] = await slugsOf(id);
    expect(first).toMatch(/^by-itself/);
    expect(second).toBe(first);
  });

  test('gets one that no other work has', async () => {
    const { id: other } = await bot.createPublication({ title: 'One title' });
    const ids = [await writeRaw('One title'), await writeRaw('One title')];
    await look();
    const slugs = [await slugsOf(other), ...(await Promise.all(ids.map(slugsOf)))].flat();
    expect(new Set(slugs).size).toBe(3);
  });

  test('gets one without a title too', async () => {
    const id = await writeRaw(null);
    await look();
    expect((await slugsOf(id))[0]).toMatch(/^work/);
  });

  test('gets the one of its public version', async () => {
    const { id } = await bot.createPublication({ title: 'Half' });
    await bot.publish(id);
    await rows('works').where({ document_id: id, published_at: null }).update({ slug: null });
    await look();
    expect(await slugsOf(id)).toEqual(['half', 'half']);
  });
});

describe('a work without a status', () => {
  test('is shown as what it is', async () => {
    const draft = await writeRaw('A raw draft');
    const published = await writeRaw('A raw publication', { isPublished: true });
    expect((await bot.get(draft)).status).toBe('draft');
    expect((await bot.get(published)).status).toBe('published');
  });

  test('is listed as what it is after the next look', async () => {
    const draft = await writeRaw('A listed draft');
    const published = await writeRaw('A listed publication', { isPublished: true });
    await look();
    const ids = async (status: string) =>
      (await bot.list({ status, limit: 100 })).map(({ id }) => id);
    expect(await ids('draft')).toContain(draft);
    expect(await ids('published')).toContain(published);
  });

  test('is listed as what it is if there are many', async () => {
    await Promise.all(Array.from({ length: 250 }, (_value, index) => writeRaw(`Many ${index}`)));
    await look();
    expect(await rows('works').whereNull('bot_status')).toEqual([]);
  });
});

test('a work with no more than a title is listed, once it has an id and a date', async () => {
  const titles = ['Bare', 'Bare and public', 'Bare and old'];
  const updated_at = Date.UTC(2020, 0, 1);
  await rows('works').insert([
    { title: titles[0] },
    { title: titles[1], published_at: updated_at },
    { title: titles[2], updated_at },
  ]);
  await look();
  expect(await rows('works').whereNull('document_id').orWhereNull('created_at')).toEqual([]);
  const listed = (await bot.list({ limit: 100 })).filter(({ title }) => titles.includes(title));
  expect(listed.map(({ title }) => title)).toContain('Bare');
  const { id, slug } = await rows('works').where({ title: titles[2] }).first('*');
  expect(slug).toBe('bare-and-old');
  expect(await rows('works').where({ id }).first('created_at')).toEqual({ created_at: updated_at });
  const { url } = await bot.publish(listed.find(({ title }) => title === 'Bare')?.id ?? '');
  expect(url).toBe(`${site.url}/works/bare`);
});

test('a file without its type gets it', async () => {
  await rows('files').insert({
    document_id: 'raw-file',
    name: 'a.png',
    hash: 'a',
    mime: 'image/png',
    url: '/uploads/a.png',
  });
  await look();
  expect(await rows('files').where({ document_id: 'raw-file' }).first('type')).toEqual({
    type: 'image',
  });
});

test('the look takes place by itself', async () => {
  const id = await writeRaw('Looked at', { isPublished: true });
  await until(
    'the list has it',
    async () => (await bot.list({ status: 'published' })).some((item) => item.id === id),
    50_000,
    500
  );
});
