import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import * as tus from 'tus-js-client';

import { openRequest } from '../reliability/raw-http';
import { createBot, type Bot } from '../support/bot';
import { envelope, fieldErrors } from '../support/envelope';
import { fileRow } from '../support/database';
import { headUpload, beginUpload, sendPart, uploadPath } from '../support/resumable';
import { startSite, type Site } from '../support/site';
import { until } from '../support/until';

const run = promisify(execFile);
const LIMIT = 300_000;
const CONTENT = Buffer.from('All that there is to say, in parts.');
const TYPE = 'application/offset+octet-stream';

let directory: string;
let site: Site;
let bot: Bot;

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'tus-test-'));
  site = await startSite({
    env: {
      BOT_RESUMABLE_DIRECTORY: path.join(directory, 'uploads'),
      UPLOAD_MAX_BYTES: String(LIMIT),
    },
  });
  bot = createBot(site);
});
afterAll(async () => {
  await site.stop();
  await rm(directory, { recursive: true });
});

const begin = async (length: number): Promise<string> =>
  uploadPath((await beginUpload(bot, length).expect(201)).headers);

const textAt = async (url: string): Promise<string> => (await fetch(url)).text();

test.each(['/materials/resumable', `/materials/resumable/${'0'.repeat(32)}`])(
  'OPTIONS %s says what tus may do here',
  async (to) => {
    const { status, headers } = await fetch(`${site.url}/api/bot${to}`, {
      method: 'OPTIONS',
      headers: { Authorization: `Bearer ${site.token}` },
    });
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-max-size': String(LIMIT),
      'tus-extension': 'creation,creation-with-upload,creation-defer-length,termination,expiration',
    });
  }
);

test('a creation is answered without a body, also where it brings none', async () => {
  for (const headers of [{}, { 'Content-Type': TYPE }]) {
    const answer = await beginUpload(bot, 5).set(headers).expect(201);
    expect([answer.text, answer.headers['content-length']]).toEqual(['', '0']);
    expect((await headUpload(site, uploadPath(answer.headers))).offset).toBe('0');
  }
});

test.each(['', '0.2.2', '1.0', '1.0.0, 0.2.2'])(
  '412 that names the version: Tus-Resumable "%s"',
  async (version) => {
    const upload = await begin(5);
    for (const [method, to] of [
      ['post', '/materials/resumable'],
      ['patch', upload],
      ['delete', upload],
    ] as const) {
      const { body, headers } = await bot
        .request(method, to)
        .set({ ...(version && { 'Tus-Resumable': version }), 'Upload-Length': '5' })
        .expect(412);
      expect(body).toEqual(envelope(412, 'tus-version-not-supported'));
      expect(headers).toMatchObject({ 'tus-version': '1.0.0', 'tus-resumable': '1.0.0' });
    }
    expect((await headUpload(site, upload)).status).toBe(200);
  }
);

test.each([
  ['Upload-Checksum', 'sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0='],
  ['Upload-Concat', 'partial'],
])('400: %s is of an extension that this site does not have', async (name, value) => {
  const refused = envelope(400, 'invalid-request', fieldErrors([name]));
  expect((await beginUpload(bot, 5).set(name, value).expect(400)).body).toEqual(refused);
  const upload = await begin(5);
  const part = sendPart(bot, upload, 0, Buffer.from('hello')).set(name, value);
  expect((await part.expect(400)).body).toEqual(refused);
  expect((await headUpload(site, upload)).offset).toBe('0');
});

test('415: a part of another type', async () => {
  const upload = await begin(5);
  const { body } = await sendPart(bot, upload, 0, Buffer.from('hello'))
    .set('Content-Type', 'text/plain')
    .expect(415);
  expect(body).toEqual(envelope(415, 'media-type-not-supported'));
});

test('X-HTTP-Method-Override is the method', async () => {
  const upload = await begin(5);
  const post = (method: string) =>
    bot.request('post', upload).set({ 'Tus-Resumable': '1.0.0', 'X-HTTP-Method-Override': method });
  await post('PATCH').set({ 'Upload-Offset': '0', 'Content-Type': TYPE }).send('hel').expect(204);
  expect((await post('HEAD').expect(200)).headers['upload-offset']).toBe('3');
  expect((await post('OPTIONS').expect(204)).headers['tus-version']).toBe('1.0.0');
  await post('PUT').expect(405);
  await post('DELETE').expect(204);
  await post('HEAD').expect(404);
});

describe('two requests for one upload', () => {
  /** Sends three of five bytes, then nothing. */
  const sendSlowly = async (upload: string) => {
    const sending = openRequest(`${site.url}/api/bot${upload}`, {
      method: 'PATCH',
      headers: {
        Authorization: `Bearer ${site.token}`,
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': TYPE,
        'Content-Length': 5,
      },
    });
    sending.request.write('hel');
    const file = path.join(directory, 'uploads', path.basename(upload));
    await until('it is there', async () => (await run('cat', [file])).stdout === 'hel');
    return sending;
  };

  test('the newer one takes over, and what the older one has brought is kept', async () => {
    const upload = await begin(5);
    const { answer } = await sendSlowly(upload);
    expect(await headUpload(site, upload)).toMatchObject({ status: 200, offset: '3' });
    expect(await answer).toMatchObject({ status: 204, headers: { 'upload-offset': '3' } });
    await sendPart(bot, upload, 3, Buffer.from('lo')).expect(201);
  });

  test('423 after a while: the older one is of another instance', async () => {
    const upload = await begin(5);
    const locks = site.strapi.plugin('bot').service('idempotency');
    const held = await locks.claim(`\0resumable lock ${path.basename(upload)}`);
    const { body, headers } = await sendPart(bot, upload, 0, Buffer.from('hello')).expect(423);
    expect(body).toEqual(envelope(423, 'upload-in-use'));
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await locks.release(held);
    await sendPart(bot, upload, 0, Buffer.from('hello')).expect(201);
  });
});

describe('tus-js-client', () => {
  const options = (): tus.UploadOptions => ({
    endpoint: `${site.url}/api/bot/materials/resumable`,
    headers: { Authorization: `Bearer ${site.token}` },
    retryDelays: null,
    metadata: { filename: 'said.txt', filetype: 'text/plain', caption: 'Said' },
  });

  const send = (further: Partial<tus.UploadOptions>): Promise<tus.Upload> =>
    new Promise((resolve, reject) => {
      const upload: tus.Upload = new tus.Upload(CONTENT, {
        ...options(),
        ...further,
        onSuccess: () => resolve(upload),
        onError: reject,
      });
      upload.start();
    });

  test.each<[string, Partial<tus.UploadOptions>]>([
    ['in one part', {}],
    ['in parts', { chunkSize: 10 }],
    ['in parts by POST alone', { chunkSize: 10, overridePatchMethod: true }],
    ['with the creation', { uploadDataDuringCreation: true }],
    ['with the creation, in parts', { uploadDataDuringCreation: true, chunkSize: 10 }],
  ])('sends a file %s', async (_how, further) => {
    const { url } = await send(further);
    const { body } = await bot.request('get', uploadPath({ location: String(url) })).expect(201);
    expect(await textAt(body.url)).toBe(CONTENT.toString());
    expect(await fileRow(site, body.id)).toMatchObject({ name: 'said.txt', caption: 'Said' });
  });

  test('goes on where it has stopped', async () => {
    const first = await new Promise<string>((resolve, reject) => {
      const upload: tus.Upload = new tus.Upload(CONTENT, {
        ...options(),
        chunkSize: 10,
        onChunkComplete: () => void upload.abort().then(() => resolve(String(upload.url))),
        onError: reject,
      });
      upload.start();
    });
    const { url } = await send({ uploadUrl: first });
    expect(url).toBe(first);
    const { body } = await bot.request('get', uploadPath({ location: first })).expect(201);
    expect(await textAt(body.url)).toBe(CONTENT.toString());
  });

  test('is told in words that it must not send parts side by side', async () => {
    const before = await readdir(path.join(directory, 'uploads'));
    const error = await send({ parallelUploads: 2 }).catch((reason: unknown) => reason);
    const { originalResponse } = error as tus.DetailedError;
    expect(originalResponse?.getStatus()).toBe(400);
    expect(JSON.parse(originalResponse?.getBody() ?? '')).toEqual(
      envelope(400, 'invalid-request', fieldErrors(['Upload-Concat']))
    );
    expect(await readdir(path.join(directory, 'uploads'))).toEqual(before);
  });
});

test('curl alone can send a file', async () => {
  const [first, second] = [path.join(directory, 'first'), path.join(directory, 'second')];
  await writeFile(first, CONTENT.subarray(0, 10));
  await writeFile(second, CONTENT.subarray(10));
  const curl = async (...args: string[]) => {
    const { stdout } = await run('curl', [
      ...['--silent', '--show-error', '--include', '--oauth2-bearer', site.token],
      ...['--header', 'Tus-Resumable: 1.0.0', ...args],
    ]);
    const [head = '', body = ''] = stdout.split('\r\n\r\n');
    const headerOf = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();
    return { status: Number(head.split(' ')[1]), headerOf, body };
  };
  const resumable = `${site.url}/api/bot/materials/resumable`;

  const options = await curl('--request', 'OPTIONS', resumable);
  expect([options.status, options.headerOf('Tus-Max-Size')]).toEqual([204, String(LIMIT)]);

  const metadata = `filename ${Buffer.from('by curl.txt').toString('base64')}`;
  const begun = await curl(
    ...['--request', 'POST', '--header', `Upload-Length: ${CONTENT.length}`],
    ...['--header', `Upload-Metadata: ${metadata}`, resumable]
  );
  expect([begun.status, begun.body]).toEqual([201, '']);
  const upload = begun.headerOf('Location') ?? '';

  const patch = (offset: number, file: string) =>
    curl(
      ...['--request', 'PATCH', '--header', `Upload-Offset: ${offset}`],
      ...['--header', `Content-Type: ${TYPE}`, '--data-binary', `@${file}`, upload]
    );
  const half = await patch(0, first);
  expect([half.status, half.headerOf('Upload-Offset')]).toEqual([204, '10']);
  const there = await curl('--head', upload);
  expect([there.headerOf('Upload-Offset'), there.headerOf('Upload-Length')]).toEqual([
    '10',
    String(CONTENT.length),
  ]);
  const completed = await patch(10, second);
  expect([completed.status, completed.headerOf('Upload-Offset')]).toEqual([
    204,
    String(CONTENT.length),
  ]);

  const record = JSON.parse((await curl(upload)).body);
  expect(record.sha256.received).toBe(createHash('sha256').update(CONTENT).digest('hex'));
  expect(await textAt(record.url)).toBe(CONTENT.toString());
});
