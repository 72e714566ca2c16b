import { createHash } from 'node:crypto';

import { png } from '../support/files';
import { useOwnSite } from '../support/use-site';

const { site, bot } = useOwnSite();
const faces = () => site.strapi.documents('api::site.site');
const read = async (path: string) => (await site.request.get(path).expect(200)).text;

let work: string;
beforeAll(async () => {
  const { id } = await bot.createPublication({ title: 'A work', body: 'Words' });
  work = new URL((await bot.publish(id)).url).pathname;
});

test('a site without a face has its name and an icon', async () => {
  const page = await read('/');
  expect(page).toContain('<a class="home" href="/works" dir="auto">test-site</a><nav');
  expect(page).toContain('<link rel="icon" href="/favicon.ico">');
  expect(page).not.toContain('og:image');
});

test.each([
  [
    '#ffcc00',
    /#ffcc00 is too pale .* its contrast is 1\.\d, and 4\.5 is needed\. #[\da-f]{6} would do/,
  ],
  ['red', /accent must match/],
])('the accent %s is refused in words', async (accent, message) => {
  await expect(faces().create({ data: { accent } })).rejects.toThrow(message);
});

test('a language that is none is refused', async () => {
  await expect(faces().create({ data: { language: 'klingonese!' } })).rejects.toThrow('BCP 47');
});

test('a face that editors set is on every page at once', async () => {
  const picture = await bot.upload(await png({ width: 1200, height: 630 }));
  const { id } = await site.strapi.db
    .query('plugin::upload.file')
    .findOne({ where: { documentId: picture.id } });
  await read(work);
  await faces().create({
    data: {
      name: 'Pier <9>',
      claim: 'Notes & tides',
      accent: '#7A1F3D',
      icon: id,
      sharePicture: id,
      links: [
        { label: 'About', url: '/works/about', place: 'menu' },
        { label: 'Imprint', url: 'https://example.org/', place: 'footer' },
      ],
    },
  });
  for (const path of ['/', work, '/works/nowhere']) {
    const { text, headers } = await site.request.get(path);
    expect(text).toContain('>Pier &lt;9&gt;</a><p dir="auto">Notes &amp; tides</p>');
    expect(text).toMatch(
      /<header[^]*href="\/works\/about">About<\/a> <a href="\/search">Search<\/a><\/nav><\/header>/
    );
    expect(text).toMatch(/<footer[^]*href="https:\/\/example.org\/">Imprint<\/a>/);
    expect(text).toMatch(/<link rel="apple-touch-icon" href="\/uploads\/[^"]+\.png">/);
    const [, style = ''] = text.match(/<style>(@media screen\{:root[^]*?)<\/style>/) ?? [];
    expect(style).toContain('--accent:#7a1f3d');
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
  }
  for (const path of ['/', work]) {
    expect(await read(path)).toMatch(/og:image" content="http[^"]+\/uploads\/[^"]+\.png"/);
  }
  expect(await read('/works/feed.xml')).toContain('Pier <9>');
});

test('a text is at most eight kilobytes with all of it', async () => {
  const body = `${'Words of many kinds, which say little. '.repeat(20)}\n\n`.repeat(5);
  const { id } = await bot.createPublication({
    title: 'A text',
    body,
    fields: { tags: ['A', 'B'] },
  });
  const { pathname } = new URL((await bot.publish(id)).url);
  const { headers } = await site.request.get(pathname).set('Accept-Encoding', 'gzip').expect(200);
  expect(Number(headers['content-length'])).toBeLessThan(8_000);
});

test('its language is that of the pages, and a change of it shows on kept ones', async () => {
  const branding = await faces().findFirst();
  expect(await read(work)).toContain('<html lang="en">');
  await faces().update({ documentId: String(branding?.documentId), data: { language: 'ar' } });
  expect(await read(work)).toContain('<html lang="ar" dir="rtl">');
});
