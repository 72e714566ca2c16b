import { createAdmin, createColleague, type Admin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { createEditor, type Editor } from '../support/content-manager';
import { pdf } from '../support/files';
import { startSite, type Site } from '../support/site';

/** A site without a trash, so files are deleted at once. */
let site: Site;
let bot: Bot;
let admin: Admin;
let editor: Editor;

beforeAll(async () => {
  site = await startSite();
  bot = createBot(site);
  admin = await createAdmin(site);
  editor = createEditor(admin);
});
afterAll(() => site.stop());

const listed = async (parameters: Record<string, string | number>) =>
  (await admin.agent.get('/bot/trash').query(parameters).expect(200)).body.data;

const idsOf = ({ items }: { items: { id: string }[] }): string[] => items.map(({ id }) => id);

const restore = async (id: string) =>
  (await admin.agent.post(`/bot/trash/${id}/restore`).expect(200)).body.data;

const versionsOf = async (id: string): Promise<{ event: string; title: string }[]> =>
  (await admin.agent.get(`/bot/versions/api::work.work/${id}`).expect(200)).body.data;

test('a text that lost its media comes back as a draft', async () => {
  const paper = await bot.upload(pdf());
  const { id } = await bot.createPublication({ title: 'Gone', body: 'Text', media: [paper.id] });
  await bot.publish(id);
  await bot.remove(id);
  const { media } = (await admin.agent.get(`/bot/trash/${id}`).expect(200)).body.data;
  expect(media).toEqual([{ id: paper.id, name: 'paper.pdf', isDeleted: true }]);
  expect(await restore(id)).toMatchObject({ id, status: 'draft', lost: ['paper.pdf'] });
  expect(await bot.get(id)).toMatchObject({
    title: 'Gone',
    body: 'Text',
    status: 'draft',
    media: [],
  });
  await bot.publish(id);
  expect(await bot.get(id)).toMatchObject({ status: 'published' });
});

test('a work without media comes back as it was, its changed draft and its versions included', async () => {
  const { id } = await bot.createPublication({ title: 'Public', body: 'First' });
  await bot.change(id, { body: 'Second' });
  await bot.publish(id);
  await editor.update(id, { title: 'Draft' });
  const before = await bot.get(id);
  const versions = await versionsOf(id);
  expect(versions).toHaveLength(2);
  await bot.remove(id);
  await restore(id);
  expect(await bot.get(id)).toEqual(before);
  expect(await versionsOf(id)).toEqual(versions);
});

test('the bot restores it, too', async () => {
  const { id } = await bot.createPublication({ title: 'By the bot' });
  const before = await bot.get(id);
  await bot.remove(id);
  const { body } = await bot.request('post', `/publications/${id}/restore`).expect(200);
  expect(body).toEqual(before);
});

test('what a person deletes is gone', async () => {
  const { id } = await bot.createPublication({ title: 'Meant to be gone' });
  await editor.remove(id);
  expect(idsOf(await listed({ search: id }))).toEqual([]);
  await bot.request('post', `/publications/${id}/restore`).expect(404);
});

describe('the list of what was deleted', () => {
  test('has a work until it is restored', async () => {
    const { id } = await bot.createPublication({ title: 'Listed once' });
    await bot.publish(id);
    expect(idsOf(await listed({ search: id }))).toEqual([]);
    await bot.remove(id);

    const { days, textDays, items, next } = await listed({ search: id });
    expect({ days, textDays, next }).toEqual({ days: 0, textDays: 90, next: null });
    expect(items).toEqual([
      {
        id,
        title: 'Listed once',
        wasPublic: true,
        who: 'bot',
        name: null,
        deletedAt: expect.any(String),
        purgeAt: expect.any(String),
        filesPurgeAt: null,
      },
    ]);
    const [item] = items;
    expect(Date.parse(item.purgeAt) - Date.parse(item.deletedAt)).toBe(90 * 86_400_000);
    expect(idsOf(await listed({ search: 'LISTED once' }))).toEqual([id]);
    expect(idsOf(await listed({ search: '%' }))).toEqual([]);

    await restore(id);
    await admin.agent.delete(`/bot/trash/${id}`).expect(404);
    expect(idsOf(await listed({ search: id }))).toEqual([]);
  });

  test('is in pages, and what goes for good is gone with all versions', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 27; count += 1) {
      const { id } = await bot.createPublication({ title: `Paged ${count}` });
      await bot.remove(id);
      ids.unshift(id);
    }
    const first = await listed({ search: 'paged' });
    expect(idsOf(first)).toEqual(ids.slice(0, 25));
    const second = await listed({ search: 'paged', before: first.next });
    expect(idsOf(second)).toEqual(ids.slice(25));
    expect(second.next).toBeNull();

    const path = `/bot/trash/${ids[0]}`;
    await admin.agent.delete(path).expect(204);
    await admin.agent.delete(path).expect(404);
    const { id } = await bot.createPublication({ title: 'There' });
    await bot.change(id, { title: 'Still there' });
    await admin.agent.delete(`/bot/trash/${id}`).expect(404);
    expect(await versionsOf(id)).toHaveLength(1);
  });

  test('is for who has the permission of the trash', async () => {
    const colleague = await createColleague(site, 'strapi-editor');
    await site.request.get('/bot/trash').expect(401);
    await colleague.agent.get('/bot/trash').expect(403);
    await colleague.agent.get('/bot/trash/none').expect(403);
    await colleague.agent.delete('/bot/trash/none').expect(403);
    await admin.agent.get('/bot/trash?before=x').expect(400);
  });
});

test('it is kept for 90 days', async () => {
  const { id } = await bot.createPublication({ title: 'Old' });
  await bot.remove(id);
  const row = site.strapi.db.connection('bot_trashed_publications').where('document_id', id);
  await row.clone().update({ purge_at: Date.now() - 1 });
  await site.strapi.plugin('bot').service('trash').sweep();
  await bot.request('post', `/publications/${id}/restore`).expect(404);
});
