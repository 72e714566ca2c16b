import { countRows } from '../support/database';
import { useOwnSite } from '../support/use-site';

const WORK = 'api::work.work';

const { site, bot } = useOwnSite();
const seen: string[] = [];

beforeAll(async () => {
  // As a site or a plugin would in its bootstrap: before the first write.
  site.strapi.documents.use(({ uid, action, params }, next) => {
    if (uid === WORK) seen.push(action);
    const data: unknown = Reflect.get(params, 'data');
    if (Reflect.get(Object(data), 'title') === 'Forbidden') throw new Error('not here');
    return next();
  });
});

test('a middleware of the site sees each write of the bot', async () => {
  const { id } = await bot.createPublication({ title: 'Seen' });
  await bot.change(id, { title: 'Seen again' });
  await bot.publish(id);
  await bot.request('post', `/publications/${id}/unpublish`).expect(200);
  await bot.remove(id);
  expect(seen).toEqual(['create', 'update', 'publish', 'unpublish', 'delete']);
});

test('a write that a middleware of the site refuses leaves nothing', async () => {
  await bot.request('post', '/publications').send({ title: 'Forbidden' }).expect(500);
  expect(await countRows(site, 'works')).toBe(0);
  const { id } = await bot.createPublication({ title: 'Kept' });
  await bot.request('patch', `/publications/${id}`).send({ title: 'Forbidden' }).expect(500);
  expect((await bot.get(id)).title).toBe('Kept');
});
