import { deepFreeze } from '../support/deep-freeze';
import { textFile } from '../support/files';
import { useSite } from '../support/use-site';

const WORK = 'api::work.work';
const FILE = 'plugin::upload.file';

const { site, bot } = useSite();
const works = () => site.strapi.documents(WORK);

test('the same data can be written twice, and stay as they are', async () => {
  const data = { title: 'The same\u202e title' };
  const [first, second] = [await works().create({ data }), await works().create({ data })];
  expect(data).toEqual({ title: 'The same\u202e title' });
  expect(second.slug).not.toBe(first.slug);
  expect(second.title).toBe('The same title');
});

test('every call of the document service takes parameters that are frozen', async () => {
  const { documentId } = await works().create(
    deepFreeze({ data: { title: 'Frozen', body: 'a', tags: [] } })
  );
  await works().update(deepFreeze({ documentId, data: { title: 'Frozen again', slug: 'frozen' } }));
  await works().publish(deepFreeze({ documentId }));
  await works().update(deepFreeze({ documentId, data: { title: 'Changed' }, status: 'published' }));
  await works().discardDraft(deepFreeze({ documentId }));
  const copy = await works().clone(deepFreeze({ documentId, data: { title: 'A copy' } }));
  const found = await works().findMany(
    deepFreeze({ filters: { title: 'Changed' }, sort: 'title', _q: 'Changed' })
  );
  expect(found.map((work) => work.documentId)).toEqual([documentId]);
  expect(await works().count(deepFreeze({ filters: { title: 'Changed' } }))).toBe(1);
  await works().findOne(deepFreeze({ documentId, populate: ['media'] }));
  await works().unpublish(deepFreeze({ documentId }));
  for (const entry of copy?.entries ?? [])
    await works().delete(deepFreeze({ documentId: entry.documentId }));
  expect(await works().delete(deepFreeze({ documentId }))).toBeTruthy();
});

test('rows that are written past the document service stay as they are', async () => {
  const row = { title: 'A row', documentId: 'a'.repeat(24) };
  const data = deepFreeze({ ...row });
  await site.strapi.db.query(WORK).create({ data });
  await site.strapi.db.query(WORK).createMany({ data: [deepFreeze({ title: 'Many' })] });
  await site.strapi.db
    .query(WORK)
    .update({ where: { documentId: row.documentId }, data: deepFreeze({ title: 'Other' }) });
  expect(data).toEqual(row);
  const { id } = await bot.upload(textFile('a.txt', 'a'));
  await site.strapi.db
    .query(FILE)
    .update({ where: { documentId: id }, data: deepFreeze({ name: 'a\nb.txt' }) });
  const file = await site.strapi.db.query(FILE).findOne({ where: { documentId: id } });
  expect(file.name).toBe('a b.txt');
});
