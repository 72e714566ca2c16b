import { createAdmin } from '../support/admin';
import type { Material } from '../support/bot';
import { createEditor, type Editor } from '../support/content-manager';
import { countRows, fileRow, workRows } from '../support/database';
import { png, textFile } from '../support/files';
import { eventually, storageSettles } from '../support/storage';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();
let editor: Editor;

beforeAll(async () => {
  editor = createEditor(await createAdmin(site));
});

const ways: [string, (ids: string[]) => Promise<unknown>][] = [
  [
    'deletes each in the panel',
    async (ids) => {
      for (const id of ids) await editor.remove(id);
    },
  ],
  ['deletes all in bulk in the panel', (ids) => editor.bulkRemove(ids)],
  [
    'deletes each through the document service',
    async (ids) => {
      for (const id of ids)
        await site.strapi.documents('api::work.work').delete({ documentId: id });
    },
  ],
];

describe.each(ways)('an editor %s', (_way, remove) => {
  let draft: string;
  let published: string;
  let material: Material;

  beforeEach(async () => {
    material = await bot.upload(await png({ width: 600, height: 400 }));
    draft = (await bot.createPublication({ title: 'Draft', media: [material] })).id;
    published = (
      await bot.createPublication({
        title: 'Published',
        media: [material, await bot.upload(textFile('a.txt', 'a'))],
      })
    ).id;
    await bot.publish(published);
  });

  test('the works are gone in every version', async () => {
    await remove([draft, published]);
    expect([await workRows(site, draft), await workRows(site, published)]).toEqual([[], []]);
  });

  test('the rows of the media are gone, shared ones with the last work', async () => {
    await remove([draft, published]);
    expect(await countRows(site, 'files')).toBe(0);
  });

  test('no link to a file is left', async () => {
    await remove([draft, published]);
    expect(await countRows(site, 'files_related_mph')).toBe(0);
  });

  test('the files and all image formats are gone from storage', async () => {
    await remove([draft, published]);
    expect(await storageSettles(site, [])).toBe(true);
  });

  test('media that a work which stays uses are kept', async () => {
    await remove([draft]);
    const kept = await fileRow(site, material.id);
    await remove([published]);
    expect(kept).toBeDefined();
  });
});

describe('what an editor does short of deleting touches no media', () => {
  let id: string;
  let media: number[];

  beforeEach(async () => {
    expect(await eventually(async () => (await countRows(site, 'bot_removals')) === 0)).toBe(true);
    const material = await bot.upload(textFile('kept.txt', 'kept'));
    media = [(await fileRow(site, material.id)).id];
    id = await editor.createAndPublish({ title: 'Media', media });
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      'publish a change',
      async () => {
        await editor.update(id, { title: 'Media', body: 'x' });
        await editor.publish(id, { title: 'Media', body: 'y' });
      },
    ],
    ['unpublish', () => editor.unpublish(id)],
    ['unpublish and discard', () => editor.unpublishAndDiscard(id)],
    [
      'discard a change',
      async () => {
        await editor.update(id, { title: 'Media', body: 'x' });
        await editor.discard(id);
      },
    ],
    ['publish in bulk', () => editor.bulkPublish([id])],
    ['unpublish in bulk', () => editor.bulkUnpublish([id])],
    ['duplicate', () => editor.duplicate(id, { title: 'Media', media })],
    ['take the material out', () => editor.update(id, { title: 'Media', media: [] })],
  ])('%s', async (_what, act) => {
    await act();
    const row = await site.strapi.db.connection('files').where('id', media[0]).first();
    expect([row?.id, await countRows(site, 'bot_removals')]).toEqual([media[0], 0]);
  });
});

test('media taken out of the draft only go with the delete', async () => {
  const material = await bot.upload(textFile('taken-out.txt', 'x'));
  const { id } = await bot.createPublication({ title: 'Taken out', media: [material] });
  await bot.publish(id);
  await editor.update(id, { title: 'Taken out', media: [] });
  await editor.remove(id);
  expect(await fileRow(site, material.id)).toBeUndefined();
});

test('media replaced by an editor: the new ones go with the work, the old ones stay in the library', async () => {
  const [before, after] = [
    await bot.upload(textFile('old.txt', 'x')),
    await bot.upload(textFile('new.txt', 'y')),
  ];
  const id = await editor.create({
    title: 'Replaced',
    media: [(await fileRow(site, before.id)).id],
  });
  await editor.update(id, { title: 'Replaced', media: [(await fileRow(site, after.id)).id] });
  await editor.remove(id);
  expect([await fileRow(site, before.id), await fileRow(site, after.id)]).toEqual([
    expect.anything(),
    undefined,
  ]);
});
