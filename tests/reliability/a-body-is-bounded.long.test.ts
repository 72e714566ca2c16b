import { createBot } from '../support/bot';
import { codeOf } from '../support/envelope';
import { binary } from '../support/files';
import { startSite, type Site } from '../support/site';
import { endOfForm, form, formType, startOfFile } from './form';
import { openRequest, sendRequest, write, type OpenRequest } from './raw-http';
import { count, FILE, storedNames, temporaryDirectories, until } from './rows';

const MEBIBYTE = 1024 * 1024;
const LIMIT = 2 * MEBIBYTE;
const CHUNK = Buffer.alloc(64 * 1024, 1);

let site: Site;
beforeAll(async () => {
  site = await startSite({
    register: (strapi) => {
      // Koa would print an error when a client disconnects within a chunk.
      strapi.server.app.silent = true;
      strapi.config.set('plugin::bot.limits.idleTimeoutSeconds', 1.5);
      strapi.config.set('plugin::bot.limits.uploadBytes', LIMIT);
      strapi.config.set('plugin::bot.limits.jsonBytes', MEBIBYTE);
    },
  });
});
afterAll(() => site.stop());
afterEach(async () => {
  await until(async () => (await temporaryDirectories()).length === 0);
});

const auth = () => ({ Authorization: `Bearer ${site.token}` });
const json = { 'Content-Type': 'application/json' };
const chunked = { 'Transfer-Encoding': 'chunked' };
const at = (place: string) => `${site.url}/api/bot${place}`;

/** Sends up to `total` bytes, until the request is answered. */
const pump = async (upload: OpenRequest, total: number): Promise<void> => {
  for (let sent = 0; sent < total; sent += CHUNK.length) {
    if (!(await write(upload, CHUNK))) return;
  }
};

test.each([
  ['/materials', formType, 100 * MEBIBYTE, 'file-too-large'],
  ['/publications', json, 100 * MEBIBYTE, 'body-too-large'],
  // Sizes above the range of 32-bit numbers, signed and unsigned.
  ['/materials', formType, 3 * 1024 * MEBIBYTE, 'file-too-large'],
  ['/publications', json, 3 * 1024 * MEBIBYTE, 'body-too-large'],
  ['/materials', formType, 4 * 1024 * MEBIBYTE + 1, 'file-too-large'],
  ['/publications', json, 4 * 1024 * MEBIBYTE + 1, 'body-too-large'],
])('413, unread: %s, a length over the limit', async (place, type, length, code) => {
  const upload = openRequest(at(place), {
    headers: { ...auth(), ...type, 'Content-Length': length },
  });
  const received = await upload.answer;
  expect(received.status).toBe(413);
  expect(codeOf(received)).toBe(code);
  expect(await temporaryDirectories()).toEqual([]);
  upload.request.destroy();
});

test('413, and the answer can be read: a file over the limit, in chunks', async () => {
  const upload = openRequest(at('/materials'), {
    headers: { ...auth(), ...formType, ...chunked },
  });
  await write(upload, startOfFile(binary()));
  await pump(upload, 8 * MEBIBYTE);
  upload.request.end(endOfForm);
  const received = await upload.answer;
  expect(received.status).toBe(413);
  expect(codeOf(received)).toBe('file-too-large');
});

test('413, and the answer can be read: JSON over the limit, in chunks', async () => {
  const upload = openRequest(at('/publications'), {
    headers: { ...auth(), ...json, ...chunked },
  });
  await pump(upload, 8 * MEBIBYTE);
  upload.request.end();
  const received = await upload.answer;
  expect(received.status).toBe(413);
  expect(codeOf(received)).toBe('body-too-large');
});

test('413: many files, each within the limit and together over it, in chunks', async () => {
  const upload = openRequest(at('/materials'), {
    headers: { ...auth(), ...formType, ...chunked },
  });
  for (let file = 0; file < 8; file += 1) {
    await write(upload, startOfFile(binary()));
    await pump(upload, LIMIT - CHUNK.length);
    await write(upload, Buffer.from('\r\n'));
  }
  upload.request.end(endOfForm);
  expect((await upload.answer).status).toBe(413);
});

test('413: a form that never comes to its first part', async () => {
  const upload = openRequest(at('/materials'), {
    headers: { ...auth(), ...formType, ...chunked },
  });
  await pump(upload, 8 * MEBIBYTE);
  expect((await upload.answer).status).toBe(413);
  upload.request.destroy();
});

test('a file of just the limit is stored', async () => {
  const file = { ...binary(), content: Buffer.alloc(LIMIT, 1) };
  const answer = await sendRequest(
    at('/materials'),
    { headers: { ...auth(), ...formType } },
    form([{ file }])
  );
  expect(answer.status).toBe(201);
});

test('413: a file of one byte more, in a body whose length passes', async () => {
  const file = { ...binary(), content: Buffer.alloc(LIMIT + 1, 1) };
  const answer = await sendRequest(
    at('/materials'),
    { headers: { ...auth(), ...formType } },
    form([{ file }])
  );
  expect(answer.status).toBe(413);
});

test.each([
  ['an upload', '/materials', formType, startOfFile(binary())],
  ['an upload, before its first part', '/materials', formType, Buffer.from('--')],
  ['a publication', '/publications', json, Buffer.from('{"title":')],
])('408: %s that stops coming', async (_case, place, type, start) => {
  const begun = Date.now();
  const upload = openRequest(at(place), {
    headers: { ...auth(), ...type, 'Content-Length': MEBIBYTE },
  });
  upload.request.write(start);
  const received = await upload.answer;
  expect(received.status).toBe(408);
  expect(codeOf(received)).toBe('request-timeout');
  expect(received.headers.connection).toBe('close');
  // The answer comes from this site's own limit; without it, half a minute would pass.
  expect(Date.now() - begun).toBeLessThan(20_000);
});

test('a sender that is slow but goes on is not cut off', async () => {
  const upload = openRequest(at('/publications'), {
    headers: { ...auth(), ...json, ...chunked },
  });
  for (const part of ['{"ti', 'tle"', ':"Sl', 'ow"', '}']) {
    await write(upload, Buffer.from(part));
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  upload.request.end();
  expect((await upload.answer).status).toBe(201);
});

test('an upload that is broken off leaves no temp file, no row and no bytes', async () => {
  const before = [await count(site, FILE), (await storedNames(site)).length];
  const upload = openRequest(at('/materials'), {
    headers: { ...auth(), ...formType, 'Content-Length': LIMIT },
  });
  await write(upload, startOfFile(binary()));
  await pump(upload, LIMIT - 2 * CHUNK.length);
  await until(async () => (await temporaryDirectories()).length === 1);
  upload.request.destroy();
  await expect(upload.answer).rejects.toThrow();
  await until(async () => (await temporaryDirectories()).length === 0);
  expect([await count(site, FILE), (await storedNames(site)).length]).toEqual(before);
});

test.each([
  ['an accepted file', [{ file: binary() }], 201],
  ['an accepted large file', [{ file: binary(LIMIT) }], 201],
  [
    'a refused file',
    [{ file: { ...binary(), content: Buffer.from('7f454c4602010100', 'hex') } }],
    415,
  ],
  ['two files', [{ file: binary() }, { file: binary() }], 400],
  ['a file in the wrong field', [{ file: binary(), field: 'files' }], 400],
  ['no file', [], 400],
])('no temp file is left of %s', async (_case, files, status) => {
  const answer = await sendRequest(
    at('/materials'),
    { headers: { ...auth(), ...formType } },
    form(files)
  );
  expect(answer.status).toBe(status);
  expect(await temporaryDirectories()).toEqual([]);
});

test.each([
  ['an attachment', 'Content-Disposition: attachment; name="file"; filename="a.bin"'],
  ['no Content-Disposition', 'Content-Type: application/octet-stream'],
])('400: a part that is %s, larger than any buffer, behind a large file', async (_case, header) => {
  const [start, end] = [startOfFile(binary()), endOfForm].map(String);
  const other = start.replace(/Content-Disposition: .+/, header);
  for (const before of ['', `${start}${'a'.repeat(1.5 * MEBIBYTE)}\r\n`]) {
    const answer = await sendRequest(
      at('/materials'),
      { headers: { ...auth(), ...formType } },
      `${before}${other}${'b'.repeat(100_000)}${end}`
    );
    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toBe('malformed-multipart');
  }
  await until(async () => (await temporaryDirectories()).length === 0);
});

test('400: a form that ends in the middle, and no temp file is left of it', async () => {
  const body = form([{ file: binary() }]).subarray(0, -20);
  const answer = await sendRequest(at('/materials'), { headers: { ...auth(), ...formType } }, body);
  expect(answer.status).toBe(400);
  expect(codeOf(answer)).toBe('malformed-multipart');
  expect(await temporaryDirectories()).toEqual([]);
});

test('after all this the site works', async () => {
  const bot = createBot(site);
  const { id } = await bot.upload(binary());
  await bot.createPublication({ title: 'With a file', media: [id] });
});
