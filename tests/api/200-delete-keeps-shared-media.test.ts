import type { Material } from '../support/bot';
import { fileRow, storedNames } from '../support/database';
import { png, textFile } from '../support/files';
import { eventually, storedFiles } from '../support/storage';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();
let shared: Material;
let own: Material;

beforeEach(async () => {
  shared = await bot.upload(await png({ width: 600, height: 400 }));
  own = await bot.upload(textFile('own.txt', 'own'));
});

const isStored = async (names: string[]) => {
  const present = await storedFiles(site);
  return names.every((name) => present.includes(name));
};

test('a material that another publication uses is kept, the others go', async () => {
  const { id } = await bot.createPublication({ title: 'First', media: [shared, own] });
  await bot.createPublication({ title: 'Second', media: [shared] });
  expect((await bot.remove(id)).media).toEqual({ deleted: [own.id], kept: [shared.id] });
});

test('a material that is kept stays in storage with all its formats', async () => {
  const names = storedNames(await fileRow(site, shared.id));
  const ownNames = storedNames(await fileRow(site, own.id));
  const { id } = await bot.createPublication({ title: 'First', media: [shared, own] });
  await bot.createPublication({ title: 'Second', media: [shared] });
  await bot.remove(id);
  await eventually(async () => !(await isStored(ownNames)));
  expect(await isStored(names)).toBe(true);
});

test('a material that is kept stays with the other publication', async () => {
  const { id } = await bot.createPublication({ title: 'First', media: [shared] });
  const other = await bot.createPublication({ title: 'Second', media: [own, shared] });
  await bot.remove(id);
  expect((await bot.get(other.id)).media).toMatchObject([own, shared]);
});

test('the last publication that uses a material takes it with it', async () => {
  const first = await bot.createPublication({ title: 'First', media: [shared] });
  const second = await bot.createPublication({ title: 'Second', media: [shared] });
  await bot.remove(first.id);
  expect((await bot.remove(second.id)).media).toEqual({ deleted: [shared.id], kept: [] });
});

test('a material that only the published version of another uses is kept', async () => {
  const first = await bot.createPublication({ title: 'First', media: [shared] });
  const second = await bot.createPublication({ title: 'Second', media: [shared] });
  await bot.publish(second.id);
  await site.strapi
    .documents('api::work.work')
    .update({ documentId: second.id, data: { media: [] } });
  expect((await bot.remove(first.id)).media.kept).toEqual([shared.id]);
});

test('a material that a record of another type uses is kept', async () => {
  const { id: fileId } = await fileRow(site, shared.id);
  await site.strapi.db.connection('files_related_mph').insert({
    file_id: fileId,
    related_id: 1,
    related_type: 'api::other.other',
    field: 'cover',
    order: 1,
  });
  const { id } = await bot.createPublication({ title: 'First', media: [shared] });
  expect((await bot.remove(id)).media).toEqual({ deleted: [], kept: [shared.id] });
});

test('two publications that share a material and are deleted at once leave none of it', async () => {
  const first = await bot.createPublication({ title: 'First', media: [shared] });
  const second = await bot.createPublication({ title: 'Second', media: [shared] });
  await Promise.all([bot.remove(first.id), bot.remove(second.id)]);
  expect(await fileRow(site, shared.id)).toBeUndefined();
});
