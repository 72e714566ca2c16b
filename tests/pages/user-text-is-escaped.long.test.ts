import { png } from '../support/files';
import { useOwnSite } from '../support/use-site';
import { publishWork, storeFile } from './works';

const NASTY = `"><script>alert('x')</script>&amp;`;
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;';

const { site } = useOwnSite({ env: { BOT_SITE: NASTY } });
let page: string;
let list: string;
beforeAll(async () => {
  const info = { alternativeText: NASTY, caption: NASTY };
  const file = await storeFile(site.strapi, await png({ width: 20, height: 20 }), info);
  await publishWork(site.strapi, { title: NASTY, slug: 'nasty', body: NASTY, media: [file.id] });
  page = (await site.request.get('/works/nasty')).text;
  list = (await site.request.get('/works')).text;
});

test('nothing that a user wrote becomes markup', () => {
  // The page's own block of data is the only script; see article-data.test.ts.
  expect(page.replace('<script type="application/ld+json">', '')).not.toContain('<script');
  expect(list).not.toContain('<script');
});

test('titles, captions and the name of the site are shown as they were written', () => {
  expect(page).toContain(`<h1 dir="auto">${ESCAPED}</h1>`);
  expect(page).toContain(`<title>${ESCAPED} · ${ESCAPED}</title>`);
  expect(page).toContain(`<meta property="og:title" content="${ESCAPED}">`);
  expect(page).toContain(`alt="${ESCAPED}"`);
  expect(page).toContain(`<figcaption dir="auto">${ESCAPED}</figcaption>`);
  expect(list).toContain(`<a href="/works/nasty">${ESCAPED}</a>`);
});
