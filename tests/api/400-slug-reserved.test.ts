import { pageRoutes } from '../../src/api/work/page/routes';
import type { SiteConfig } from '../../config/site';
import { createAdmin } from '../support/admin';
import { createEditor } from '../support/content-manager';
import { workRows } from '../support/database';
import { envelope, fieldErrors } from '../support/envelope';
import { before, useSite } from '../support/use-site';

const { site, bot } = useSite();
const admin = before(() => createAdmin(site));

/** First path segments after `/works/` in the site's routes, without parameters. */
const namesInRoutes = (): string[] => [
  ...new Set(
    pageRoutes({ indexNowKey: '' } as SiteConfig).flatMap(({ path }) => {
      const [, first = ''] = /^\/works\/([^/]+)/.exec(path) ?? [];
      const names = /^:\w+\((?<names>[\w|]+)\)$/.exec(first)?.groups?.names ?? first;
      return names.startsWith(':') || names === '' ? [] : names.split('|');
    })
  ),
];

const changeTo = (id: string, slug: string) =>
  bot.request('patch', `/publications/${id}`).send({ slug });

test('no slug is one of the routes of the site', async () => {
  const { id } = await bot.createPublication({ title: 'Anything' });
  expect(namesInRoutes()).toEqual([
    'tags',
    'categories',
    'authors',
    'feed.xml',
    'feed.json',
    'preview',
  ]);
  for (const name of [...namesInRoutes(), 'Feed.XML', 'anything.md', 'READ.Md']) {
    const { body } = await changeTo(id, name).expect(400);
    expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['slug'])));
    await createEditor(admin).attempt({ title: 'By hand', slug: name }).expect(400);
  }
  await changeTo(id, 'feed.xml.old').expect(200);
});

test.each(['.', '..'])(
  'an editor cannot give the slug %j, which no browser asks for',
  async (slug) => {
    await createEditor(admin).attempt({ title: 'By hand', slug }).expect(400);
  }
);

test('a title that would make one gets a suffix', async () => {
  const { id } = await bot.createPublication({ title: 'Tags' });
  expect((await bot.get(id)).slug).toMatch(/^tags-[a-z0-9]{6}$/);
});

test('the panel knows that it is not free, and proposes another', async () => {
  const field = { contentTypeUID: 'api::work.work', field: 'slug' };
  const { body } = await admin.agent
    .post('/content-manager/uid/check-availability')
    .send({ ...field, value: 'preview' });
  expect(body).toEqual({
    isAvailable: false,
    suggestion: expect.stringMatching(/^preview-[a-z0-9]{6}$/),
  });
  const proposed = await admin.agent
    .post('/content-manager/uid/generate')
    .send({ ...field, data: { id: '', title: 'Authors' } });
  expect(proposed.body.data).toMatch(/^authors-[a-z0-9]{6}$/);
});

test('a work that had it before it was reserved can still be saved', async () => {
  const { id } = await bot.createPublication({ title: 'Old' });
  await site.strapi.db.connection('works').where('document_id', id).update({ slug: 'old.md' });
  await createEditor(admin).update(id, { title: 'Old, corrected', slug: 'old.md' });
  expect((await workRows(site, id))[0]?.slug).toBe('old.md');
});
