import { mkdir, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import fc from 'fast-check';
import _ from 'lodash';

import { createAdmin } from '../support/admin';
import { captureLog } from '../support/captured-log';
import { jpeg, textFile, type TestFile } from '../support/files';
import { expectNoDamage } from '../support/site-state';
import { before, useOwnSite } from '../support/use-site';
import { sendRequest, type RawAnswer } from './raw-http';
import { storedNames, until } from './rows';

const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_FIRST = 'public, no-cache';
const CONTENT = Buffer.from(Array.from({ length: 163 }, (_, index) => 33 + (index % 90)));

const log = captureLog();
const { site, bot } = useOwnSite({ register: log.attach });
const admin = before(() => createAdmin(site));
let address: string;
beforeAll(async () => {
  address = new URL((await bot.upload({ ...textFile('a.txt', ''), content: CONTENT })).url)
    .pathname;
});

const fetchFile = (headers: Record<string, string> = {}, place = address, method = 'GET') =>
  sendRequest(site.url + place, { method, headers });

const expectPart = ({ status, headers, text }: RawAnswer, start: number, end: number) => {
  expect(status).toBe(206);
  expect(headers['content-range']).toBe(`bytes ${start}-${end}/${CONTENT.length}`);
  expect(headers['content-length']).toBe(String(end - start + 1));
  expect(text).toBe(String(CONTENT.subarray(start, end + 1)));
};

const expectWhole = ({ status, headers, text }: RawAnswer) => {
  expect(status).toBe(200);
  expect(headers['content-range']).toBeUndefined();
  expect(headers['content-length']).toBe(String(CONTENT.length));
  expect(text).toBe(String(CONTENT));
};

describe('a part of a file', () => {
  test.each([
    ['from the start', 'bytes=0-0', 0, 0],
    ['from the middle', 'bytes=10-19', 10, 19],
    ['to the end', 'bytes=100-', 100, 162],
    ['the last byte', 'bytes=162-', 162, 162],
    ['past the end', 'bytes=100-500', 100, 162],
    ['the last ones', 'bytes=-50', 113, 162],
    ['the last ones, more than there are', 'bytes=-500', 0, 162],
    ['all', 'bytes=0-', 0, 162],
    ['two of which one is past the end', 'bytes=0-9,500-600', 0, 9],
    ['with spaces, and an empty one', 'bytes= , 10-19 ,', 10, 19],
    ['of more than any file has', `bytes=5-${'9'.repeat(30)}`, 5, 162],
  ])('%s: %s', async (_case, range, start, end) => {
    expectPart(await fetchFile({ Range: range }), start, end);
  });

  test.each(['bytes=163-', 'bytes=163-200', 'bytes=500-', 'bytes=-0', 'bytes=500-600,700-800'])(
    'is not there: %s',
    async (range) => {
      const { status, headers, text } = await fetchFile({ Range: range });
      expect([status, headers['content-range'], text]).toEqual([416, 'bytes */163', '']);
      expect(headers['cache-control']).toBeUndefined();
      expect(headers.etag).toBeUndefined();
    }
  );

  test.each([
    'bytes=0-9,20-29',
    'bytes=0-9,10-19',
    'bytes= 10 - 19',
    'bytes=',
    'bytes=-',
    'bytes=x',
    'bytes',
    'bytes=9-0',
    'bytes=--5',
    'lines=0-9',
    '=',
    `bytes=${'0-0,2-2,'.repeat(1_000)}5-5`,
  ])('is no one part, so all is sent: %s', async (range) => {
    expectWhole(await fetchFile({ Range: range }));
  });

  test('of an empty file is not there, and all of it is nothing', async () => {
    await writeFile(path.join(site.uploadsDir, 'empty.txt'), '');
    expect((await fetchFile({ Range: 'bytes=0-' }, '/uploads/empty.txt')).status).toBe(416);
    const { status, headers, text } = await fetchFile({}, '/uploads/empty.txt');
    expect([status, headers['content-length'], text]).toEqual([200, '0', '']);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    await rm(path.join(site.uploadsDir, 'empty.txt'));
  });

  test('any Range is answered, and what is said of the length is true', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: fc.constantFrom(...'bytes=0123456789-, '.split('')), maxLength: 30 }),
          fc
            .array(fc.tuple(fc.nat(400), fc.nat(400)), { minLength: 1, maxLength: 4 })
            .map((ranges) => `bytes=${ranges.map((ends) => ends.join('-')).join(',')}`)
        ),
        async (range) => {
          const answer = await fetchFile({ Range: range });
          expect([200, 206, 416]).toContain(answer.status);
          expect(answer.headers['content-length']).toBe(String(answer.text.length));
          if (answer.status === 206) {
            const [start, end] = String(answer.headers['content-range']).match(/\d+/g) ?? [];
            expectPart(answer, Number(start), Number(end));
          }
        }
      ),
      { numRuns: 100, interruptAfterTimeLimit: 10_000 }
    ));
});

describe('conditions', () => {
  const tagOf = async () => String((await fetchFile()).headers.etag);
  const dateOf = async () => String((await fetchFile()).headers['last-modified']);
  const LATER = new Date(Date.now() + 86_400_000).toUTCString();
  const EARLIER = 'Mon, 01 Jan 2001 00:00:00 GMT';

  test('the ETag is a strong one, the same for all', async () => {
    expect(await tagOf()).toMatch(/^"[^"]+"$/);
    expect((await fetchFile({}, address, 'HEAD')).headers.etag).toBe(await tagOf());
    expect((await fetchFile({ Range: 'bytes=0-1' })).headers.etag).toBe(await tagOf());
  });

  test.each<[string, () => Promise<Record<string, string>>]>([
    ['its ETag', async () => ({ 'If-None-Match': await tagOf() })],
    ['its ETag among others', async () => ({ 'If-None-Match': `"a", ${await tagOf()}, "b"` })],
    ['its ETag made weak by a proxy', async () => ({ 'If-None-Match': `W/${await tagOf()}` })],
    ['any ETag', async () => ({ 'If-None-Match': '*' })],
    [
      'its ETag, and uses Node',
      async () => ({ 'If-None-Match': await tagOf(), 'Cache-Control': 'no-cache' }),
    ],
    ['its date', async () => ({ 'If-Modified-Since': await dateOf() })],
    [
      'its ETag, and for a part',
      async () => ({ 'If-None-Match': await tagOf(), Range: 'bytes=0-1' }),
    ],
  ])('304 to who has %s', async (_case, headers) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetchFile(await headers(), address, method);
      expect([answer.status, answer.text]).toEqual([304, '']);
      expect(answer.headers).toMatchObject({ etag: await tagOf(), 'cache-control': FOR_EVER });
      // Clients would apply these headers to the cached file.
      expect(answer.headers['content-disposition']).toBeUndefined();
      expect(answer.headers['content-type']).toBeUndefined();
    }
  });

  test.each([
    [{ 'If-None-Match': '"other"' }],
    [{ 'If-None-Match': 'nonsense' }],
    [{ 'If-Modified-Since': EARLIER }],
    [{ 'If-Modified-Since': 'nonsense' }],
    [{ 'If-Match': '*' }],
    [{ 'If-Unmodified-Since': LATER }],
    [{ 'If-Unmodified-Since': 'nonsense' }],
  ])('200 to %j', async (headers) => expectWhole(await fetchFile(headers)));

  test.each([
    [{ 'If-Match': '"other"' }],
    [{ 'If-Match': 'W/"other", "another"' }],
    [{ 'If-Unmodified-Since': EARLIER }],
  ])('412 to %j', async (headers) => {
    const { status, headers: answered, text } = await fetchFile(headers);
    expect([status, text, answered['cache-control']]).toEqual([412, '', undefined]);
  });

  test('a part of the version that the reader has', async () => {
    expectPart(await fetchFile({ Range: 'bytes=1-2', 'If-Range': await tagOf() }), 1, 2);
    expectPart(await fetchFile({ Range: 'bytes=1-2', 'If-Range': await dateOf() }), 1, 2);
  });

  test.each<[string, () => Promise<string> | string]>([
    ['another ETag', () => '"other"'],
    ['a weak one', async () => `W/${await tagOf()}`],
    ['another date', () => EARLIER],
    ['a later date', () => LATER],
    ['nonsense', () => 'nonsense'],
  ])('all of the file to who has a part of %s', async (_case, ifRange) => {
    expectWhole(await fetchFile({ Range: 'bytes=1-2', 'If-Range': await ifRange() }));
  });

  test('HEAD says what GET says, and sends nothing; a range means nothing to it', async () => {
    const get = await fetchFile();
    for (const headers of [{}, { Range: 'bytes=0-1' }] as Record<string, string>[]) {
      const head = await fetchFile(headers, address, 'HEAD');
      expect([head.status, head.text]).toEqual([200, '']);
      for (const name of [
        'content-length',
        'content-type',
        'content-disposition',
        'content-security-policy',
        'cache-control',
        'etag',
        'last-modified',
        'accept-ranges',
      ]) {
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
      }
    }
  });

  test('no other verb reads a file', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await fetchFile({}, address, method)).text).not.toContain(
        String(CONTENT.subarray(0, 20))
      );
    }
  });
});

describe('names', () => {
  afterEach(() => expect(log.text).not.toContain('"level":"error"'));
  const OWN = ['.hidden', 'folder', 'with space é.txt', 'no-extension', 'link.txt'];
  afterAll(async () => {
    for (const name of OWN) await rm(path.join(site.uploadsDir, name), { recursive: true });
  });
  beforeAll(async () => {
    await writeFile(path.join(site.publicDir, 'beside.txt'), 'beside');
    await writeFile(path.join(site.publicDir, '..', 'outside.txt'), 'outside').catch(
      () => undefined
    );
    await writeFile(path.join(site.uploadsDir, '.hidden'), 'hidden');
    await mkdir(path.join(site.uploadsDir, 'folder'), { recursive: true });
    await writeFile(path.join(site.uploadsDir, 'folder', 'inside.txt'), 'inside');
    await writeFile(path.join(site.uploadsDir, 'with space é.txt'), 'space');
    await writeFile(path.join(site.uploadsDir, 'no-extension'), 'bytes');
    await symlink('folder/inside.txt', path.join(site.uploadsDir, 'link.txt')).catch(
      () => undefined
    );
  });

  test.each([
    ['/uploads/folder/inside.txt', 'inside'],
    ['/uploads/with%20space%20%C3%A9.txt', 'space'],
    ['/%75ploads/folder%2finside.txt', 'inside'],
    ['/uploads//folder/./inside.txt', 'inside'],
    ['/uploads/x/../folder/inside.txt?query=1', 'inside'],
    ['/uploads/link.txt', 'inside'],
  ])('%s is found, with its ETag', async (place, text) => {
    const answer = await fetchFile({}, place);
    expect([answer.status, answer.text]).toEqual([200, text]);
    expect(answer.headers.etag).toBeDefined();
    expect(answer.headers['content-security-policy']).toContain('sandbox');
  });

  test('a file without an extension is bytes, and downloaded', async () => {
    const { headers } = await fetchFile({}, '/uploads/no-extension');
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toMatch(/^attachment/);
  });

  test.each([
    '/uploads/',
    '/uploads',
    '/uploads/folder',
    '/uploads/folder/',
    '/uploads/none.txt',
    '/uploads/.hidden',
    '/uploads/%2ehidden',
    '/uploads/folder/../.hidden',
    '/uploads/a.txt/x',
    '/uploads/../outside.txt',
    '/uploads/..%2foutside.txt',
    '/uploads/..%2f..%2foutside.txt',
    '/uploads/%2e%2e/%2e%2e/outside.txt',
    '/uploads/..\\..\\outside.txt',
    '/uploads/..%5c..%5coutside.txt',
    '/uploads/folder%00/inside.txt',
    '/uploads/folder/inside.txt%00',
    '/uploads/%',
    '/uploads/%ff',
    '/uploads/%c0%ae%c0%ae/outside.txt',
    '/uploads/..;/outside.txt',
    '/uploads/%252e%252e/outside.txt',
    `/uploads/${'a'.repeat(5_000)}`,
    `/uploads/${'../'.repeat(20)}etc/passwd`,
    `/uploads/${'..%2f'.repeat(20)}etc%2fpasswd`,
    '//etc/passwd',
    '/uploads/http://site/uploads/a.txt',
  ])('%s leads nowhere', async (place) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, text } = await fetchFile({}, place, method);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(/root:|^(outside|hidden|inside)$/);
    }
  });
});

const idOf = async (url: string): Promise<number> =>
  (
    await site.strapi.db
      .query('plugin::upload.file')
      .findOne({ where: { url: new URL(url, site.url).pathname } })
  ).id as number;

/** Replaces a file as the Media Library does. @returns its new address */
const replace = async (url: string, { name, content, mime }: TestFile): Promise<string> => {
  const { body } = await admin.agent
    .post(`/upload?id=${await idOf(url)}`)
    .field('fileInfo', JSON.stringify({ name }))
    .attach('files', content, { filename: name, contentType: mime })
    .expect(200);
  return (body as { url: string }).url;
};

const pathOf = (url: string) => new URL(url, site.url).pathname;

describe('what is kept, and how long', () => {
  test('the bot’s files and their formats are kept for ever', async () => {
    const { id, url } = await bot.upload(await jpeg({ width: 1200, height: 900 }));
    expect((await fetchFile({}, pathOf(url))).headers['cache-control']).toBe(FOR_EVER);
    const { formats } = await site.strapi.db
      .query('plugin::upload.file')
      .findOne({ where: { documentId: id } });
    const addresses = Object.values(formats as Record<string, { url: string }>);
    expect(addresses.length).toBeGreaterThan(2);
    for (const format of addresses) {
      expect((await fetchFile({}, format.url)).headers['cache-control']).toBe(FOR_EVER);
    }
  });

  test('when an editor replaces one of them, it has another address, and the old one is gone', async () => {
    const { id, url } = await bot.upload(await jpeg({ width: 1200, height: 900 }));
    const { id: work } = await bot.createPublication({ title: 'Shows it', media: [id] });
    const { url: page } = await bot.publish(work);
    const before = await storedNames(site);
    const other = await jpeg({ width: 1200, height: 900 }, 'other.jpg', 7);
    const now = await replace(url, other);

    expect(pathOf(now)).not.toBe(pathOf(url));
    expect(pathOf(now)).toMatch(/\/photo_[0-9a-f]{20}\.jpg$/);
    const { headers } = await fetchFile({}, pathOf(now));
    expect(headers['cache-control']).toBe(FOR_EVER);
    expect((await bot.get(work)).media).toMatchObject([
      { id, url: new URL(now, site.url).href, type: 'image' },
    ]);
    const html = await (await fetch(page)).text();
    expect(html).toContain(path.basename(now));
    expect(html).not.toContain(path.basename(url));

    await until(async () => (await fetchFile({}, pathOf(url))).status === 404);
    await until(async () => (await storedNames(site)).length === before.length);
    await expectNoDamage(site);
    // Replaces the file a second time, because that replaces a replacement.
    expect(await replace(now, await jpeg({ width: 50, height: 50 }))).not.toBe(now);
    await until(async () => (await fetchFile({}, pathOf(now))).status === 404);
    await expectNoDamage(site);
  });

  test('the old bytes stay where they are if the new ones cannot be stored', async () => {
    const { url } = await bot.upload(textFile('kept.txt', 'kept'));
    const provider = Reflect.get(site.strapi.plugin('upload'), 'provider') as {
      uploadStream: () => Promise<void>;
    };
    const { uploadStream } = provider;
    provider.uploadStream = () => Promise.reject(new Error('full'));
    await admin.agent
      .post(`/upload?id=${await idOf(url)}`)
      .attach('files', Buffer.from('new'), { filename: 'new.txt', contentType: 'text/plain' });
    provider.uploadStream = uploadStream;
    expect((await fetchFile({}, pathOf(url))).text).toBe('kept');
  });

  test('an editor’s own file keeps its address when it is replaced, and is asked for each time', async () => {
    const { body } = await admin.agent
      .post('/upload')
      .attach('files', Buffer.from('first'), { filename: 'own.txt', contentType: 'text/plain' })
      .expect(201);
    const [{ url }] = body as { url: string }[];
    const first = await fetchFile({}, url);
    expect([first.text, first.headers['cache-control']]).toEqual(['first', ASK_FIRST]);
    const headers = { 'If-None-Match': String(first.headers.etag) };
    expect((await fetchFile(headers, url)).status).toBe(304);

    expect(await replace(url, textFile('own.txt', 'again'))).toBe(url);
    const second = await fetchFile(headers, url);
    expect([second.status, second.text]).toEqual([200, 'again']);
    expect(second.headers.etag).not.toBe(first.headers.etag);
    const ifRange = { Range: 'bytes=0-1', 'If-Range': String(first.headers.etag) };
    expect((await fetchFile(ifRange, url)).text).toBe('again');
  });
});

/** Milliseconds until a file counts as unchanged, and its bytes or headers are kept. */
const SETTLED = 60;

describe.each([
  ['small', ''],
  ['large', '.'.repeat(100_000)],
])('a %s file that is read again', (_size, filling) => {
  const [first, other] = [`first${filling}`, `other${filling}`];
  // Each test has its own name, because a page for a missing file is kept.
  let name: string;
  const file = () => path.join(site.uploadsDir, name);
  const again = (headers = {}) => fetchFile(headers, `/uploads/${name}`);
  beforeEach(async () => {
    name = `again-${Math.random()}.txt`;
    await writeFile(file(), first);
    await pause(SETTLED);
    for (const text of [first, first]) expect((await again()).text).toBe(text);
  });

  test('is gone as soon as it is deleted', async () => {
    await rm(file());
    expect((await again()).status).toBe(404);
  });

  test('has its new bytes at once, even with the size and the date of the old ones', async () => {
    const { atime, mtime } = await stat(file());
    await writeFile(file(), other);
    await utimes(file(), atime, mtime);
    expect((await again()).text).toBe(other);
  });

  test('has its new headers at once', async () => {
    const { headers } = await again();
    await writeFile(file(), Buffer.from([0, 1, 2, 3]));
    expect((await again()).headers).not.toMatchObject(_.pick(headers, 'etag'));
    expect((await again()).headers['content-type']).toBe('application/octet-stream');
  });

  test('is answered in the same way, in whole and in part', async () => {
    const [{ headers: one }, { headers: two }] = [await again(), await again()];
    expect({ ...one, date: '' }).toEqual({ ...two, date: '' });
    const part = await again({ Range: 'bytes=1-2' });
    expect([part.status, part.text]).toEqual([206, 'ir']);
  });
});

test('who reads a file that is cut meanwhile does not wait for the rest', async () => {
  const file = path.join(site.uploadsDir, 'cut.bin');
  await writeFile(file, Buffer.alloc(8_000_000));
  const reading = fetch(`${site.url}/uploads/cut.bin`).then(async (response) => {
    await truncate(file, 100_000);
    return response.arrayBuffer();
  });
  await expect(reading).rejects.toThrow();
});

test('other middlewares’ headers stand on files, too', async () => {
  const { headers } = await fetchFile({ Origin: 'https://elsewhere.example' });
  expect(headers['x-frame-options']).toBeDefined();
  expect(headers['x-content-type-options']).toBe('nosniff');
});

describe('the name that a file is saved under', () => {
  const savedAs = async (url: string) =>
    (await site.request.get(pathOf(url)).expect(200)).headers['content-disposition'];

  test.each([
    ['Größe 中 2.csv', 'Grosse Zhong 2.csv', 'Gr%C3%B6%C3%9Fe%20%E4%B8%AD%202.csv'],
    ['naïve résumé.csv', 'naive resume.csv', 'na%C3%AFve%20r%C3%A9sum%C3%A9.csv'],
    ["it's (50%).csv", "it's (50_).csv", 'it%27s%20%2850%25%29.csv'],
    ['plain.csv', 'plain.csv', 'plain.csv'],
  ])('is its own, in ASCII and as it is: %s', async (name, plain, encoded) => {
    const { url } = await bot.upload(textFile('a.csv', 'a,b\n1,2\n', 'text/csv'), { name });
    expect(await savedAs(url)).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${encoded}`);
  });

  test('is not looked up again until something changes', async () => {
    const { url } = await bot.upload(textFile('often.csv', 'a,b\n1,2\n', 'text/csv'));
    await savedAs(url);
    const queries: string[] = [];
    const count = ({ sql }: { sql: string }) => sql.includes('files') && queries.push(sql);
    site.strapi.db.connection.on('query', count);
    for (let read = 0; read < 5; read += 1) expect(await savedAs(url)).toContain('"often.csv"');
    site.strapi.db.connection.off('query', count);
    expect(queries).toEqual([]);
  });

  test('follows a new name, with the extension that the bytes have', async () => {
    const { id, url } = await bot.upload(textFile('plain.txt', 'text'));
    expect(await savedAs(url)).toContain('; filename="plain.txt"');
    await bot.request('patch', `/materials/${id}`).send({ name: 'setup.exe' }).expect(200);
    expect(await savedAs(url)).toContain('; filename="setup.exe.txt"');
  });
});
