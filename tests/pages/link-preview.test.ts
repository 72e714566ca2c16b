import { jpeg } from '../support/files';
import { useOwnSite } from '../support/use-site';
import { publishWork, storeFile } from './works';

const { site } = useOwnSite({ env: { PUBLIC_URL: 'https://example.org/notes/' } });
let text: string;
beforeAll(async () => {
  const photo = await storeFile(site.strapi, await jpeg({ width: 2000, height: 1000 }), {
    alternativeText: 'The quay',
  });
  const body = `# Heading\n\nFirst *words*. ${'More of them. '.repeat(30)}`;
  await publishWork(site.strapi, {
    title: 'An evening',
    slug: 'an-evening',
    body,
    media: [photo.id],
  });
  text = (await site.request.get('/works/an-evening')).text;
});

const property = (name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(text)?.[1];

test('a work has one absolute address', () => {
  expect(text).toContain(
    '<link rel="canonical" href="https://example.org/notes/works/an-evening">'
  );
  expect(property('og:url')).toBe('https://example.org/notes/works/an-evening');
});

test('a preview has type, site, title and time', () => {
  expect(property('og:type')).toBe('article');
  expect(property('og:site_name')).toBe('test-site');
  expect(property('og:title')).toBe('An evening');
  expect(property('article:published_time')).toMatch(/^\d{4}-.*Z$/);
});

test('the description is the start of the text, cut between words', () => {
  const description = property('description') ?? '';
  expect(description).toMatch(/^First words\. More of them\./);
  expect(description).toMatch(/ (More|of|them)…$/);
  expect(description.length).toBeLessThanOrEqual(160);
  expect(property('og:description')).toBe(description);
});

test('the image of a preview is absolute and not a huge original', () => {
  expect(property('og:image')).toMatch(/^https:\/\/example\.org\/notes\/uploads\/xlarge_.*\.jpg$/);
  expect(property('og:image:alt')).toBe('The quay');
  expect(property('twitter:card')).toBe('summary_large_image');
});

test('a list has a preview as well', async () => {
  const list = (await site.request.get('/works')).text;
  expect(list).toContain('<meta property="og:locale" content="en_US">');
  expect(list).toContain('<meta name="twitter:card" content="summary">');
});

test('links lead below the path of the public address', () => {
  expect(text).toContain('<a href="/notes/works">');
});
