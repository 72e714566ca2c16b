import http from 'node:http';
import { buffer } from 'node:stream/consumers';

import { png } from '../support/files';
import { useSite } from '../support/use-site';
import { publishWork, storeFile, type StoredTestFile } from './works';

const WORK = 'api::work.work';

const { site } = useSite();

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
  expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=1, stale-while-revalidate=0');
});

test('a reader who has the page is not sent it again', async () => {
  const { again } = await open('unchanged');
  const { status, text, headers } = await again();
  expect(status).toBe(304);
  expect(text).toBe('');
  expect(headers['content-security-policy']).toBeDefined();
});

test.each(['/works', '/works/feed.xml'])(
  'nor is %s to one who uses Node, which says no-cache',
  async (path) => {
    await open(`by-node-${path.length}`);
    const statusOfSecond = async () => {
      const { headers } = await fetch(site.url + path);
      const known = { 'If-None-Match': String(headers.get('etag')) };
      return (await fetch(site.url + path, { headers: known })).status;
    };
    // The second request gets a cached answer.
    expect([await statusOfSecond(), await statusOfSecond()]).toEqual([304, 304]);
  }
);

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

/** Returns the status line, the headers as sent, except the date, and the bytes of the body. */
const answerOf = (path: string, method: string, headers: Record<string, string>) =>
  new Promise<unknown>((resolve, reject) => {
    const request = http.request(site.url + path, { method, headers, agent: false }, (answer) => {
      const { statusCode, rawHeaders } = answer;
      const date = rawHeaders.indexOf('Date');
      const sent = rawHeaders.filter((_, index) => index !== date && index !== date + 1);
      buffer(answer).then((bytes) => resolve({ statusCode, sent, bytes }), reject);
    });
    request.on('error', reject).end();
  });

describe('a page that is kept', () => {
  const body = 'A long text, which is worth compressing.\n\n'.repeat(100);

  test.each([
    ['GET', {}, 200],
    ['GET', { 'Accept-Encoding': 'gzip, deflate, br' }, 200],
    ['GET', { 'Accept-Encoding': 'gzip' }, 200],
    ['HEAD', { 'Accept-Encoding': 'gzip' }, 200],
    ['GET', { 'Accept-Encoding': 'gzip', 'If-None-Match': '*' }, 304],
    ['GET', { 'Accept-Encoding': 'gzip', 'If-None-Match': '*', 'Cache-Control': 'no-cache' }, 304],
  ])('%s %j is answered as the first time, to the byte', async (method, headers, status) => {
    const slug = `kept-${JSON.stringify([method, headers]).replace(/\W+/g, '-')}`;
    await publishWork(site.strapi, { title: 'Kept', slug, body });
    const { 'If-None-Match': _asked, ...plain } = headers as Record<string, string>;
    const path = `/works/${slug}`;
    const first = await answerOf(path, method, headers);
    expect(first).toMatchObject({ statusCode: status });
    await answerOf(path, method, plain);
    expect(await answerOf(path, method, headers)).toEqual(first);
  });

  test.each([
    ['of it', 'picture', ({ id }: StoredTestFile) => ({ media: [id] })],
    ['in its text', 'in-text', ({ url }: StoredTestFile) => ({ body: `![](${url})` })],
  ])(
    'is not shown any longer when a picture %s is described in another way',
    async (_where, slug, withPicture) => {
      const picture = await storeFile(site.strapi, await png(), { alternativeText: 'A dot' });
      await publishWork(site.strapi, { title: 'Picture', slug, ...withPicture(picture) });
      const read = async () => (await site.request.get(`/works/${slug}`).expect(200)).text;
      expect(await read()).toContain('alt="A dot"');
      expect(await read()).toContain('alt="A dot"');
      await site.strapi
        .plugin('upload')
        .service('upload')
        .updateFileInfo(picture.id, { alternativeText: 'A point' });
      expect(await read()).toContain('alt="A point"');
    }
  );

  test('nor when another work comes behind it, even if somebody has written with SQL before', async () => {
    await publishWork(site.strapi, { title: 'One', slug: 'one' });
    const read = async () => (await site.request.get('/works/one').expect(200)).text;
    await read();
    await read();
    const works = () => site.strapi.db.connection('works').where({ slug: 'one' });
    await works().update({ body: 'Written with SQL' });
    await publishWork(site.strapi, { title: 'Other', slug: 'other' });
    const text = await read();
    expect(text).toContain('Written with SQL');
    expect(text).toContain('href="/works/other"');
  });
});
