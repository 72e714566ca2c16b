import { useOwnSite } from '../support/use-site';
import { insertPublished, writeDraft } from './works';

const COUNT = 90;

const { site } = useOwnSite();

const slugsOf = (text: string) =>
  [...text.matchAll(/<h2 dir="auto"><a href="\/works\/([^"]+)"/g)].map(([, slug]) => slug);

const olderPage = (text: string) => /<a class="older" rel="next" href="([^"]+)"/.exec(text)?.[1];

test('a site without works says so', async () => {
  const { status, text } = await site.request.get('/works');
  expect(status).toBe(200);
  expect(text).toContain('Nothing has been published yet.');
});

test('the pages together show every published work once, newest first', async () => {
  // Thirty works have the same time, so a page ends among them.
  await insertPublished(
    site.strapi,
    COUNT,
    (index) => 1_700_000_000_000 + Math.floor(index / 30) * 1000
  );
  await writeDraft(site.strapi, { title: 'A draft', slug: 'a-draft' });

  const seen: (string | undefined)[] = [];
  let pages = 0;
  for (let path: string | undefined = '/works'; path; pages += 1) {
    const { text } = await site.request.get(path).expect(200);
    seen.push(...slugsOf(text));
    path = olderPage(text);
  }
  expect(seen).toEqual(Array.from({ length: COUNT }, (_, index) => `work-${COUNT - 1 - index}`));
  expect(pages).toBe(5);
});

test('an older page leads back to the newest', async () => {
  const first = await site.request.get('/works');
  expect(first.text).not.toContain('Newest works');
  const second = await site.request.get(olderPage(first.text) ?? '');
  expect(second.text).toContain('<a href="/works">Newest works</a>');
});

test('a work published meanwhile moves nothing on the older page', async () => {
  const { text } = await site.request.get('/works');
  const older = olderPage(text) ?? '';
  const before = slugsOf((await site.request.get(older)).text);
  await site.strapi.db.query('api::work.work').create({
    data: { documentId: 'newest', title: 'Newest', slug: 'newest', publishedAt: new Date() },
  });
  expect(slugsOf((await site.request.get(older)).text)).toEqual(before);
});

test.each(['', 'x', '%00', 'MTcw', '1700000000000.1'])(
  'before=%s, which no link has, is a 404',
  async (before) => {
    await site.request.get(`/works?before=${before}`).expect(404);
  }
);
