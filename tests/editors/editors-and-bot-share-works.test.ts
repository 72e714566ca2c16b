import { createAdmin } from '../support/admin';
import { createEditor, type Editor } from '../support/content-manager';
import { publishedRow, workRows } from '../support/database';
import { textFile } from '../support/files';
import { before, useOwnSite } from '../support/use-site';

const { site, bot } = useOwnSite();
const admin = before(() => createAdmin(site));
let editor: Editor;

beforeAll(async () => {
  editor = createEditor(admin);
});

const slugOf = async (id: string) => (await workRows(site, id))[0]?.slug;
const statusOf = async (id: string) => (await bot.get(id)).status;

test('a work that an editor makes without a slug gets one from its title', async () => {
  expect(await slugOf(await editor.create({ title: 'Größe zählt' }))).toBe('groesse-zaehlt');
});

test.each(['', '   ', null])(
  'a work that an editor makes with the slug %j gets one',
  async (slug) => {
    expect(await slugOf(await editor.create({ title: `Blank ${slug}x`, slug }))).toMatch(/^blank-/);
  }
);

test('a slug that an editor chose is kept', async () => {
  expect(await slugOf(await editor.create({ title: 'Any title', slug: 'my-own-slug' }))).toBe(
    'my-own-slug'
  );
});

test('a slug that an editor chose and another work has is refused', async () => {
  await editor.create({ title: 'First', slug: 'taken' });
  await editor.attempt({ title: 'Second', slug: 'taken' }).expect(400);
});

test('an editor and the bot never get the same slug for one title', async () => {
  const first = await editor.create({ title: 'One title' });
  const { id: second } = await bot.createPublication({ title: 'One title' });
  expect(await slugOf(first)).not.toBe(await slugOf(second));
});

test('a work that an editor duplicates has a slug of its own', async () => {
  const id = await editor.create({ title: 'Original' });
  const copy = await editor.duplicate(id, { title: 'Original', slug: 'original' });
  expect(await slugOf(copy)).not.toBe('original');
});

test('a work that an editor made is in the list of the bot, as a draft', async () => {
  const id = await editor.create({ title: 'By hand', body: 'Text' });
  expect((await bot.list()).find((item) => item.id === id)).toMatchObject({
    status: 'draft',
    title: 'By hand',
  });
});

test('a work that an editor published at once is published in the list of the bot', async () => {
  const id = await editor.createAndPublish({ title: 'At once' });
  expect((await bot.list({ status: 'published' })).map((item) => item.id)).toContain(id);
});

test('the bot publishes a work that an editor made', async () => {
  const id = await editor.create({ title: 'Published by the bot' });
  expect((await fetch((await bot.publish(id)).url)).status).toBe(200);
});

test('an editor publishes a work that the bot made', async () => {
  const { id } = await bot.createPublication({ title: 'Published by an editor' });
  await editor.publish(id, { title: 'Published by an editor' });
  expect(await statusOf(id)).toBe('published');
});

test('the bot has nothing to do for a work that an editor published', async () => {
  const id = await editor.createAndPublish({ title: 'Nothing to do' });
  const before = await publishedRow(site, id);
  await bot.publish(id);
  expect(await publishedRow(site, id)).toEqual(before);
});

test('an editor unpublishes a work that the bot published', async () => {
  const { id } = await bot.createPublication({ title: 'Taken back' });
  await bot.publish(id);
  await editor.unpublish(id);
  expect(await statusOf(id)).toBe('draft');
});

test('an editor unpublishes and discards the draft: the bot sees a draft', async () => {
  const { id } = await bot.createPublication({ title: 'Taken back and discarded' });
  await bot.publish(id);
  await editor.update(id, { title: 'Changed' });
  await editor.unpublishAndDiscard(id);
  expect(await bot.get(id)).toMatchObject({ status: 'draft', title: 'Taken back and discarded' });
});

test('a work whose draft an editor has changed is still published', async () => {
  const { id } = await bot.createPublication({ title: 'In work' });
  await bot.publish(id);
  await editor.update(id, { title: 'In work', body: 'New' });
  expect((await bot.list({ status: 'published' })).map((item) => item.id)).toContain(id);
});

test('a work whose draft an editor has discarded is still published', async () => {
  const { id } = await bot.createPublication({ title: 'Discarded' });
  await bot.publish(id);
  await editor.update(id, { title: 'Discarded', body: 'New' });
  await editor.discard(id);
  expect(await bot.get(id)).toMatchObject({ status: 'published', body: null });
});

test('after an editor discarded the draft, publish is a no-op', async () => {
  const { id } = await bot.createPublication({ title: 'Discarded, then published' });
  await bot.publish(id);
  await editor.update(id, { title: 'Discarded, then published', body: 'New' });
  await editor.discard(id);
  const before = await publishedRow(site, id);
  await bot.publish(id);
  expect(await publishedRow(site, id)).toEqual(before);
});

test('what an editor publishes and unpublishes in bulk is so for the bot', async () => {
  const ids = [
    await editor.create({ title: 'Bulk one' }),
    (await bot.createPublication({ title: 'Bulk two' })).id,
  ];
  await editor.bulkPublish(ids);
  const published = await Promise.all(ids.map(statusOf));
  await editor.bulkUnpublish(ids);
  const unpublished = await Promise.all(ids.map(statusOf));
  expect([published, unpublished]).toEqual([
    ['published', 'published'],
    ['draft', 'draft'],
  ]);
});

test('the copy of a published work is a draft', async () => {
  const id = await editor.createAndPublish({ title: 'Copied' });
  expect(await statusOf(await editor.duplicate(id, { title: 'Copied' }))).toBe('draft');
});

test('the bot deletes a work that an editor made', async () => {
  const id = await editor.createAndPublish({ title: 'Deleted by the bot' });
  await bot.remove(id);
  expect(await workRows(site, id)).toEqual([]);
});

test('an editor deletes a work that the bot made: the bot gets 404', async () => {
  const { id } = await bot.createPublication({ title: 'Deleted by an editor' });
  await editor.remove(id);
  await bot.request('delete', `/publications/${id}`).expect(404);
});

test('a work that an editor saves keeps the media order for the bot', async () => {
  const files = site.strapi.db.query('plugin::upload.file');
  const [a, b] = await Promise.all(
    ['a', 'b'].map((name) =>
      files.create({
        data: {
          name,
          hash: name,
          ext: '.png',
          mime: 'image/png',
          size: 1,
          url: `/uploads/${name}.png`,
          provider: 'local',
        },
      })
    )
  );
  const id = await editor.create({ title: 'Ordered', media: [b.id, a.id] });
  expect((await bot.get(id)).media.map((item) => item.id)).toEqual([b.documentId, a.documentId]);
});

test('no internal column of the plugin is shown to code of the site', async () => {
  const { id: file } = await bot.upload(textFile('a.txt', 'a'));
  const { id } = await bot.createPublication({ title: 'Hidden columns', media: [file] });
  const works = site.strapi.documents('api::work.work');
  const shown = JSON.stringify(await works.findOne({ documentId: id, populate: '*' }));
  expect(shown).toContain('"a.txt"');
  expect(shown).not.toMatch(/"bot[A-Z]/);
});

test('a save is refused if the work is deleted after Strapi has looked whether it is there', async () => {
  const id = await editor.create({ title: 'Deleted meanwhile' });
  site.strapi.documents.use(async ({ action, params }, next) => {
    if (action === 'update' && Reflect.get(params, 'documentId') === id) {
      await site.strapi.db.query('api::work.work').deleteMany({ where: { documentId: id } });
    }
    return next();
  });
  await admin.agent
    .put(`/content-manager/collection-types/api::work.work/${id}`)
    .send({ title: 'Typed at the same time' })
    .expect(404);
  expect(await workRows(site, id)).toEqual([]);
});
