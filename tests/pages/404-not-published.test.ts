import { useSite } from '../support/use-site';
import { publishWork, writeDraft } from './works';

const WORK = 'api::work.work';

const { site } = useSite();
beforeAll(async () => {
  const { strapi } = site;
  await writeDraft(strapi, { title: 'A draft', slug: 'a-draft' });
  await publishWork(strapi, { title: 'Published', slug: 'published' });
});

test.each([
  ['a draft', 'a-draft'],
  ['a work that never was', 'never-was'],
  ['an address below a work', 'published/more'],
  ['a slug that no work can have', 'what%3F'],
  ['a slug with a zero byte', 'a%00b'],
  ['a malformed escape', '%E0%A4%A'],
  ['a slug longer than any', 'a'.repeat(300)],
])('%s is a page that says so', async (_case, slug) => {
  const { status, type, text } = await site.request.get(`/works/${slug}`);
  expect(status).toBe(404);
  expect(type).toBe('text/html');
  expect(text).toContain('<h1>Page not found</h1>');
});

test('a draft that is newer than what is published stays unseen', async () => {
  const { strapi, request } = site;
  const documentId = await publishWork(strapi, { title: 'Before', slug: 'changed' });
  await strapi.documents(WORK).update({ documentId, data: { title: 'After' } });
  const { text } = await request.get('/works/changed');
  expect(text).toContain('Before');
  expect(text).not.toContain('After');
});
