import { useOwnSite } from '../support/use-site';

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
      const ask = (query: string) => site.request.get(`${path}${query}`).set('Accept', 'text/html');
      const { status } = await ask('');
      expect((await ask('?utm_source=a')).status).toBe(status);
      expect((await ask(`?${odd}`)).status).toBe(status);
    }
  }
);

test('each encoding has an ETag of its own, which is known again', async () => {
  const ask = (encoding: string, headers = {}) =>
    site.request.get('/works').set({ 'Accept-Encoding': encoding, ...headers });
  const tags = new Map<string, string>();
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { headers } = await ask(encoding).expect(200);
    tags.set(encoding, String(headers.etag));
    await ask(encoding, { 'If-None-Match': headers.etag }).expect(304);
  }
  expect(new Set(tags.values()).size).toBe(3);
  await ask('br', { 'If-None-Match': tags.get('gzip') }).expect(200);
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
