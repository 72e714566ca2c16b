import { png } from '../support/files';
import { useSite } from '../support/use-site';
import { readOn } from './feed-of';

const { site, bot } = useSite();

const GIVEN = '2019-05-31T06:00:00.000Z';
const WORK = 'api::work.work';

/** Events of a publication or material in the feed, with the date of its first publication; oldest first. */
const datesOf = async (id: string) => {
  const { items } = await readOn(bot);
  return items
    .filter(({ data }) => data.id === id)
    .map(({ type, data }) => [type.split('.')[1], data.firstPublishedAt]);
};

test('each change tells the date of the first publish as it was after the change', async () => {
  const { id } = await bot.createPublication({ title: 'Dated' });
  await bot.publish(id);
  const { firstPublishedAt } = await bot.get(id);
  await bot.request('patch', `/publications/${id}`).send({ title: 'Changed' }).expect(200);
  await bot.request('patch', `/publications/${id}`).send({ firstPublishedAt: GIVEN }).expect(200);
  await bot.unpublish(id);
  await bot.remove(id);
  expect(firstPublishedAt).not.toBeNull();
  expect(await datesOf(id)).toEqual([
    ['created', null],
    ['published', firstPublishedAt],
    ['updated', firstPublishedAt],
    ['updated', GIVEN],
    ['unpublished', GIVEN],
    ['deleted', GIVEN],
  ]);
});

test('a draft that is created with a date tells it', async () => {
  const { id } = await bot.createPublication({ title: 'Elsewhere', firstPublishedAt: GIVEN });
  await bot.request('patch', `/publications/${id}`).send({ firstPublishedAt: null }).expect(200);
  await bot.remove(id);
  expect(await datesOf(id)).toEqual([
    ['created', GIVEN],
    ['updated', null],
    ['deleted', null],
  ]);
});

test.each([
  ['the document service', (id: string) => site.strapi.documents(WORK).delete({ documentId: id })],
  ['queries', (id: string) => site.strapi.db.query(WORK).deleteMany({ where: { documentId: id } })],
])('a deletion by %s tells the date that is gone', async (_way, remove) => {
  const { id } = await bot.createPublication({ title: 'Gone', firstPublishedAt: GIVEN });
  await bot.publish(id);
  await remove(id);
  expect((await datesOf(id)).at(-1)).toEqual(['deleted', GIVEN]);
});

test('a publish by an editor tells its date', async () => {
  const { documentId, publishedAt } = await site.strapi
    .documents(WORK)
    .create({ data: { title: 'By hand' }, status: 'published' });
  const dates = [null, publishedAt].map((date) => date && new Date(date).toISOString());
  expect(await datesOf(documentId)).toEqual([
    ['created', dates[1]],
    ['published', dates[1]],
  ]);
});

test('a material has no such date', async () => {
  const { id } = await bot.upload(await png());
  expect(await datesOf(id)).toEqual([['created', null]]);
});
