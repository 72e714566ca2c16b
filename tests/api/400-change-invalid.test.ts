import { workRows } from '../support/database';
import { envelope, fieldErrors } from '../support/envelope';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();
let id: string;

beforeAll(async () => {
  await bot.createPublication({ title: 'Taken' });
  ({ id } = await bot.createPublication({ title: 'Stays' }));
});

test.each<[what: string, body: object, path: (string | number)[]]>([
  ['an empty title', { title: '  ' }, ['title']],
  ['a title taken away', { title: null }, ['title']],
  ['a body that is no text', { body: 5 }, ['body']],
  ['media that are no array', { media: 'all' }, ['media']],
  ['an unknown field', { titel: 'x' }, ['titel']],
  ['a slug with a slash', { slug: 'a/b' }, ['slug']],
  ['a slug that is a step in a path', { slug: '..' }, ['slug']],
  ['an empty slug', { slug: '' }, ['slug']],
  ['a slug taken away', { slug: null }, ['slug']],
  ['a slug that is too long', { slug: 'a'.repeat(256) }, ['slug']],
  ['a slug that another work has', { slug: 'taken' }, ['slug']],
])('%s is refused, and nothing changes', async (_what, change, path) => {
  const before = await workRows(site, id);
  const { body } = await bot
    .request('patch', `/publications/${id}`)
    .send({ body: 'Never', ...change })
    .expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(path)));
  expect(await workRows(site, id)).toEqual(before);
});

test('an unknown material is named, and nothing changes', async () => {
  const before = await workRows(site, id);
  const { body } = await bot
    .request('patch', `/publications/${id}`)
    .send({ title: 'Never', media: ['nosuchmaterial'] })
    .expect(400);
  expect(body).toEqual(envelope(400, 'unknown-material', { unknown: ['nosuchmaterial'] }));
  expect(await workRows(site, id)).toEqual(before);
});

test.each(['yes', '1', ''])('publish=%s is refused', async (publish) => {
  const { body } = await bot
    .request('patch', `/publications/${id}`)
    .query({ publish })
    .send({})
    .expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['publish'])));
});

test('a body that is no object is refused', async () => {
  const { body } = await bot.request('patch', `/publications/${id}`).send([]).expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request'));
});
