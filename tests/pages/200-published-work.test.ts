import { useSite } from '../support/use-site';
import { publishWork } from './works';

const { site } = useSite();
beforeAll(async () => {
  await publishWork(site.strapi, {
    title: 'An evening',
    slug: 'an-evening',
    body: '# Tea\n\nIt was *hot*.',
  });
});

test('a published work opens at its address', async () => {
  const { status, type, text } = await site.request.get('/works/an-evening');
  expect(status).toBe(200);
  expect(type).toBe('text/html');
  expect(text).toContain('<title>An evening · test-site</title>');
  expect(text).toContain('<h1 dir="auto">An evening</h1>');
  expect(text).toContain('<p>It was <em>hot</em>.</p>');
});

test('the title of the work is the only h1; the headings of its text come below it', async () => {
  const { text } = await site.request.get('/works/an-evening');
  expect(text.match(/<h1/g)).toHaveLength(1);
  expect(text).toContain('<h2 id="tea">Tea</h2>');
});

test('the day of publication is there for readers and for machines', async () => {
  const { text } = await site.request.get('/works/an-evening');
  expect(text).toMatch(/<time datetime="\d{4}-\d\d-\d\dT[\d:.]+Z">\d{1,2} \w+ \d{4}<\/time>/);
});

test('HEAD answers as GET does, without the page', async () => {
  const plain = { 'Accept-Encoding': 'identity' };
  const head = await site.request.head('/works/an-evening').set(plain);
  const get = await site.request.get('/works/an-evening').set(plain);
  expect(head.status).toBe(200);
  expect(head.headers['content-length']).toBe(get.headers['content-length']);
  expect(head.headers.etag).toBe(get.headers.etag);
  expect(head.text).toBeUndefined();
});
