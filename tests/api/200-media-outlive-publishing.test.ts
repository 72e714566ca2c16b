import type { Material } from '../support/bot';
import { fileRow, storedNames } from '../support/database';
import { png } from '../support/files';
import { storedFiles } from '../support/storage';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();
let id: string;
let material: Material;

beforeEach(async () => {
  material = await bot.upload(await png({ width: 600, height: 400 }));
  id = (await bot.createPublication({ title: 'Media', media: [material] })).id;
});

const expectMediaUntouched = async () => {
  expect((await bot.get(id)).media).toMatchObject([material]);
  const row = await fileRow(site, material.id);
  expect(await storedFiles(site)).toEqual(expect.arrayContaining(storedNames(row)));
  expect(await site.strapi.db.connection('bot_removals')).toEqual([]);
};

test('publishing does not touch media', async () => {
  await bot.publish(id);
  await expectMediaUntouched();
});

test('publishing a change does not touch media', async () => {
  await bot.publish(id);
  await site.strapi.documents('api::work.work').update({ documentId: id, data: { body: 'x' } });
  await bot.publish(id);
  await expectMediaUntouched();
});

test('unpublishing does not touch media', async () => {
  await bot.publish(id);
  await bot.unpublish(id);
  await expectMediaUntouched();
});

test('taking a material out of a work does not delete it', async () => {
  const documents = site.strapi.documents('api::work.work');
  await documents.update({ documentId: id, data: { media: [] } });
  expect(await fileRow(site, material.id)).toBeDefined();
});
