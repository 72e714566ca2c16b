import { startSite, type Site } from '../support/site';
import { publishWork } from './works';

const WORK = 'api::work.work';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const open = async (slug: string) => {
  const documentId = await publishWork(site.strapi, { title: 'Before', slug });
  const path = `/works/${slug}`;
  const first = await site.request.get(path);
  return {
    documentId,
    again: () => site.request.get(path).set('If-None-Match', first.headers.etag),
  };
};

test('a page is asked about each time', async () => {
  const { headers } = await site.request.get('/works');
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
});

test('a reader who has the page is not sent it again', async () => {
  const { again } = await open('unchanged');
  const { status, text, headers } = await again();
  expect(status).toBe(304);
  expect(text).toBe('');
  expect(headers['content-security-policy']).toBeDefined();
});

test('a changed work is sent', async () => {
  const { documentId, again } = await open('changed');
  await site.strapi.documents(WORK).update({ documentId, data: { title: 'After' } });
  await site.strapi.documents(WORK).publish({ documentId });
  const { status, text } = await again();
  expect(status).toBe(200);
  expect(text).toContain('After');
});

test('a work that is gone is a 410 for a reader who still has it, too', async () => {
  const { documentId, again } = await open('gone');
  await site.strapi.documents(WORK).unpublish({ documentId });
  expect((await again()).status).toBe(410);
});
