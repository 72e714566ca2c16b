import { createAdmin } from '../support/admin';
import { createEditor } from '../support/content-manager';
import { before, useOwnSite } from '../support/use-site';

const WORKS = '/content-manager/collection-types/api::work.work';

const { site, bot } = useOwnSite();
const admin = before(() => createAdmin(site));
let editor: ReturnType<typeof createEditor>;

beforeAll(async () => {
  editor = createEditor(admin);
});

const rows = (table: string) => site.strapi.db.connection(table);
const madeBy = async (maker: string) => (await bot.list({ madeBy: maker })).map(({ id }) => id);
const fillIn = () => site.strapi.plugin('bot').service('repair').fillIn() as Promise<void>;

let number = 0;
/** Inserts a work with SQL. */
const writeRaw = async (columns: object = {}): Promise<string> => {
  number += 1;
  const document_id = `raw${String(number).padStart(21, '0')}`;
  await rows('works').insert({ document_id, title: 'Raw', created_at: Date.now(), ...columns });
  return document_id;
};

test('a work is of whoever has created it', async () => {
  const { id: bots } = await bot.createPublication({ title: 'By the bot' });
  const editors = await editor.create({ title: 'By an editor' });
  const { documentId: others } = await site.strapi
    .documents('api::work.work')
    .create({ data: { title: 'By code' } as never, status: 'published' });
  expect(await madeBy('bot')).toEqual([bots]);
  expect(await madeBy('editor')).toEqual([editors]);
  expect(await madeBy('other')).toEqual([others]);
});

test('it stays so, whoever publishes, changes, withdraws and restores it', async () => {
  const { id } = await bot.createPublication({ title: 'From hand to hand' });
  await editor.publish(id, { title: 'Published by an editor', slug: 'from-hand-to-hand' });
  await editor.update(id, { title: 'Changed by an editor' });
  await editor.discard(id);
  expect(await madeBy('bot')).toContain(id);
  await editor.unpublishAndDiscard(id);
  expect(await madeBy('bot')).toContain(id);
  const written = await editor.create({ title: 'Published by the bot' });
  await bot.publish(written);
  expect(await madeBy('editor')).toContain(written);
});

test('a copy is of the editor who copies', async () => {
  const { id } = await bot.createPublication({ title: 'Original' });
  const copy = await editor.duplicate(id, { title: 'Copy', slug: 'copy' });
  expect(await madeBy('editor')).toContain(copy);
  expect(await madeBy('bot')).not.toContain(copy);
});

describe('of a row that lacks it', () => {
  test.each([
    ['an import from before the plugin', 'other', () => writeRaw()],
    ['a work of an editor', 'editor', () => writeRaw({ created_by_id: 1 })],
    ['one that was written through the plugin', 'bot', () => writeRaw({ bot_revision: 'some' })],
    [
      'an import that an editor has saved since',
      'other',
      () => writeRaw({ bot_revision: 'some', updated_by_id: 1 }),
    ],
    [
      'one that the changes know as made by the bot',
      'bot',
      async () => {
        const { id } = await bot.createPublication({ title: 'Known' });
        await rows('works').where({ document_id: id }).update({ bot_made_by: null });
        return id;
      },
    ],
    [
      'one that the changes know as made by code',
      'other',
      async () => {
        const { documentId } = await site.strapi
          .documents('api::work.work')
          .create({ data: { title: 'Code' } as never });
        await rows('works').where({ document_id: documentId }).update({ bot_made_by: null });
        return documentId;
      },
    ],
  ])('%s', async (_what, maker, write) => {
    const id = await write();
    await fillIn();
    expect(await madeBy(maker)).toContain(id);
  });
});

test('only works of the bot are shown for review, and the panel tells and filters all three', async () => {
  const raw = await writeRaw({ title: 'Imported' });
  await fillIn();
  const { body } = await admin.agent.get('/bot/overview/review').expect(200);
  const shown = (body.data.items as { id: string }[]).map(({ id }) => id);
  expect(shown.length).toBeGreaterThan(0);
  expect(await madeBy('bot')).toEqual(expect.arrayContaining(shown));
  const list = await admin.agent
    .get(`${WORKS}?pageSize=100&filters[$and][0][botMadeBy][$eq]=other`)
    .expect(200);
  const listed = list.body.results as { documentId: string; bot: { madeBy: { who: string } } }[];
  expect(listed.map(({ documentId }) => documentId)).toContain(raw);
  expect(new Set(listed.map((row) => row.bot.madeBy.who))).toEqual(new Set(['other']));
});
