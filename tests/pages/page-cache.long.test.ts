import { setTimeout } from 'node:timers/promises';

import { statementsWhile } from '../support/statements';
import { useOwnSite } from '../support/use-site';
import { until } from '../reliability/rows';

const { site, bot } = useOwnSite();

const read = async (path: string) => (await site.request.get(path)).text;

test.each(['/', '/works', '/works/feed.json', '/works/tags/kept', '/llms.txt'])(
  '%s shows a change at once, though it is kept',
  async (path) => {
    const title = `Kept ${Math.random()}`;
    const { id } = await bot.createPublication({ title, fields: { tags: ['kept'] } });
    await read(path);
    expect(await read(path)).not.toContain(title);
    await bot.publish(id);
    expect(await read(path)).toContain(title);
    expect(await read(path)).toContain(title);
    await bot.unpublish(id);
    expect(await read(path)).not.toContain(title);
  }
);

const publish = async (title: string): Promise<string> => {
  const { id } = await bot.createPublication({ title, fields: { tags: ['kept'] } });
  return new URL((await bot.publish(id)).url).pathname;
};

test('readers of kept pages ask the database together, ten times a second at most', async () => {
  const paths = ['/works', '/works/feed.xml', await publish('Read often')];
  for (const path of paths) await read(path);
  const start = performance.now();
  const statements = await statementsWhile(site, async () => {
    while (performance.now() - start < 500) for (const path of paths) await read(path);
  });
  const newest = statements.filter(({ sql }) => sql.includes('AS newest'));
  expect(newest.length).toBeGreaterThan(0);
  expect(newest.length).toBeLessThanOrEqual(1 + (performance.now() - start) / 100);
  expect(statements.filter(({ sql }) => sql.includes('works'))).toEqual([]);
});

test('a tag that an editor renames has its new name at once on kept pages', async () => {
  const paths = ['/works/tags/kept', await publish('Has a tag')];
  const { documentId } = (await site.strapi
    .documents('api::tag.tag')
    .findFirst({ filters: { slug: 'kept' } })) as { documentId: string };
  for (const path of paths) await read(path);
  const name = `Renamed ${Math.random()}`;
  await site.strapi.documents('api::tag.tag').update({ documentId, data: { name } });
  for (const path of paths) expect(await read(path)).toContain(name);
});

describe('what no table of changes records', () => {
  const rename = async (table: string) => {
    const name = `Elsewhere ${Math.random()}`;
    await site.strapi.db.connection(table).update({ name, updated_at: new Date() });
    return name;
  };
  const announced = async () =>
    site.strapi.db.connection('bot_states').where('document_id', 'unrecorded-change').first();

  test('is announced to other instances, which show it within a second', async () => {
    const { documentId } = await site.strapi
      .documents('api::tag.tag')
      .create({ data: { name: 'Renamed later' } });
    await until(async () => (await announced()) !== undefined);
    const before = await announced();
    await site.strapi.documents('api::tag.tag').update({ documentId, data: { name: 'Renamed' } });
    await until(async () => (await announced()).value !== before.value);

    const paths = ['/works/tags/kept', await publish('Seen elsewhere')];
    for (const path of paths) await read(path);
    const name = await rename('tags');
    for (const path of paths) expect(await read(path)).not.toContain(name);
    // The announcement of another instance.
    await site.strapi.db
      .connection('bot_states')
      .where('document_id', 'unrecorded-change')
      .update({ value: '"another"' });
    await setTimeout(500);
    for (const path of paths) expect(await read(path)).toContain(name);
  });

  test('nor any instance announces, is shown after ten seconds', async () => {
    await site.strapi.documents('api::site.site').create({ data: { name: 'Here' } });
    const paths = ['/works', await publish('Seen late')];
    for (const path of paths) await read(path);
    const name = await rename('site_faces');
    await setTimeout(10_000);
    for (const path of paths) expect(await read(path)).toContain(name);
  });
});

test('a parameter that no page knows makes no other page', async () => {
  const { id } = await bot.createPublication({ title: 'Tracked' });
  const path = new URL((await bot.publish(id)).url).pathname;
  const tags = await Promise.all(
    ['', '?utm_source=a', '?utm_source=b'].map(
      async (query) => (await site.request.get(`${path}${query}`).expect(200)).headers.etag
    )
  );
  expect(new Set(tags).size).toBe(1);
});

test.each(['before[]=1', 'before[x]=1', 'q[]=a', 'page[]=x', 'x[before]=1', '__proto__=1'])(
  'whoever asks for ?%s keeps no answer from those who ask for something else',
  async (odd) => {
    for (const path of ['/', '/works', '/works/tags/kept', '/search']) {
      await site.request.get(`${path}?${odd}`);
      const getWithQuery = (query: string) =>
        site.request.get(`${path}${query}`).set('Accept', 'text/html');
      const { status } = await getWithQuery('');
      expect((await getWithQuery('?utm_source=a')).status).toBe(status);
      expect((await getWithQuery(`?${odd}`)).status).toBe(status);
    }
  }
);

test('each encoding has an ETag of its own, which is known again', async () => {
  const getEncoded = (encoding: string, headers = {}) =>
    site.request.get('/works').set({ 'Accept-Encoding': encoding, ...headers });
  const tags = new Map<string, string>();
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { headers } = await getEncoded(encoding).expect(200);
    tags.set(encoding, String(headers.etag));
    await getEncoded(encoding, { 'If-None-Match': headers.etag }).expect(304);
  }
  expect(new Set(tags.values()).size).toBe(3);
  await getEncoded('br', { 'If-None-Match': tags.get('gzip') }).expect(200);
});

test('a stored text is compressed, and a part of it is as it is', async () => {
  const { textFile } = await import('../support/files');
  const { url } = await bot.upload(textFile('long.csv', 'a,b,c\n'.repeat(1000)));
  const path = new URL(url, site.url).pathname;
  const { headers, text } = await site.request.get(path).set('Accept-Encoding', 'br').expect(200);
  expect(headers['content-encoding']).toBe('br');
  expect(text).toHaveLength(6000);
  const part = await site.request.get(path).set({ 'Accept-Encoding': 'br', Range: 'bytes=0-4' });
  expect(part.headers['content-encoding']).toBeUndefined();
  expect(part.text).toBe('a,b,c');
});
