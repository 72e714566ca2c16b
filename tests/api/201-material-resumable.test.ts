import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { envelope, fieldErrors } from '../support/envelope';
import { createBot, type Bot } from '../support/bot';
import { countRows, fileRow } from '../support/database';
import { photoWithPlace } from '../support/files';
import { headUpload, beginUpload, sendPart, uploadPath } from '../support/resumable';
import { startSite, type Site } from '../support/site';

const LIMIT = 300_000;

let directory: string;
let site: Site;
let bot: Bot;

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'resumable-test-'));
  site = await startSite({
    env: { BOT_RESUMABLE_DIRECTORY: directory, UPLOAD_MAX_BYTES: String(LIMIT) },
  });
  bot = createBot(site);
});
afterAll(async () => {
  await site.stop();
  await rm(directory, { recursive: true });
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const begin = async (length: number, metadata: Record<string, string> = {}): Promise<string> =>
  uploadPath((await beginUpload(bot, length, metadata).expect(201)).headers);

test('a file in two parts becomes a material like any other', async () => {
  const { content } = await photoWithPlace();
  const said = { alternativeText: 'A street', sha256: sha256(content), filetype: 'text/plain' };
  const upload = await begin(content.length, { filename: 'Straße.jpg', ...said });
  const { headers } = await sendPart(bot, upload, 0, content.subarray(0, 1000)).expect(204);
  expect(headers).toMatchObject({ 'upload-offset': '1000', 'tus-resumable': '1.0.0' });
  expect(await headUpload(site, upload)).toEqual({
    status: 200,
    offset: '1000',
    length: String(content.length),
  });
  const { body } = await sendPart(bot, upload, 1000, content.subarray(1000)).expect(201);
  const stored = Buffer.from(await (await fetch(body.url)).arrayBuffer());
  expect(body).toEqual({
    id: expect.any(String) as unknown,
    url: expect.stringContaining(site.url) as unknown,
    type: 'image',
    sha256: { received: sha256(content), stored: sha256(stored) },
  });
  expect(await fileRow(site, body.id)).toMatchObject({
    name: 'Straße.jpg',
    alternative_text: 'A street',
  });
});

test('the last part is answered 204, as tus says, and the material by GET', async () => {
  const upload = await begin(5);
  const answer = await sendPart(bot, upload, 0, Buffer.from('hello')).unset('Prefer').expect(204);
  expect(answer.headers).toMatchObject({ 'upload-offset': '5', 'tus-resumable': '1.0.0' });
  expect(answer.text).toBe('');
  const { body } = await bot.request('get', upload).expect(201);
  expect(body.sha256.received).toBe(sha256(Buffer.from('hello')));
});

test('whoever prefers the material gets it with the last part', async () => {
  const upload = await begin(5);
  const { headers } = await sendPart(bot, upload, 0, Buffer.from('hello')).expect(201);
  expect(headers['preference-applied']).toBe('return=representation');
});

test('its record can be asked for again, and is made once', async () => {
  const upload = await begin(5);
  const { body } = await sendPart(bot, upload, 0, Buffer.from('hello')).expect(201);
  const files = await countRows(site, 'files');
  expect((await bot.request('get', upload).expect(201)).body).toEqual(body);
  expect(await headUpload(site, upload)).toEqual({ status: 200, offset: '5', length: '5' });
  expect(await countRows(site, 'files')).toBe(files);
  expect(await readdir(directory)).toEqual([]);
});

test('one that was whole when the site died becomes a material when it is asked for', async () => {
  const upload = await begin(5, { filename: 'a.txt' });
  await sendPart(bot, upload, 0, Buffer.from('hell')).expect(204);
  const id = upload.split('/').at(-1) ?? '';
  await writeFile(path.join(directory, id), 'hello');
  const { body } = await bot.request('get', upload).expect(201);
  expect(await (await fetch(body.url)).text()).toBe('hello');
});

test('one that is begun with all its bytes is answered at once', async () => {
  const { body, headers } = await beginUpload(bot, 5)
    .set('Content-Type', 'application/offset+octet-stream')
    .send(Buffer.from('hello'))
    .expect(201);
  expect(body.sha256.received).toBe(sha256(Buffer.from('hello')));
  expect((await bot.request('get', uploadPath(headers)).expect(201)).body).toEqual(body);
});

test('a part at a wrong place is 409, and changes nothing', async () => {
  const upload = await begin(5);
  const { body } = await sendPart(bot, upload, 1, Buffer.from('ello')).expect(409);
  expect(body).toEqual(envelope(409, 'upload-offset-wrong'));
  expect((await headUpload(site, upload)).offset).toBe('0');
});

test('one that is not whole has no record: 409', async () => {
  const upload = await begin(5);
  await sendPart(bot, upload, 0, Buffer.from('he')).expect(204);
  const { body } = await bot.request('get', upload).expect(409);
  expect(body).toEqual(envelope(409, 'upload-incomplete', { offset: 2, length: 5 }));
});

test('one that is terminated is gone', async () => {
  const upload = await begin(5);
  await bot.request('delete', upload).set('Tus-Resumable', '1.0.0').expect(204);
  expect((await headUpload(site, upload)).status).toBe(404);
  const { body } = await sendPart(bot, upload, 0, Buffer.from('hello')).expect(404);
  expect(body).toEqual(envelope(404, 'upload-not-found'));
});

test.each(['some', '0'.repeat(32), '..%2f..%2fpackage', `${'0'.repeat(32)}.json`])(
  'the unknown id %s is 404',
  async (id) => {
    const { body } = await bot.request('get', `/materials/resumable/${id}`).expect(404);
    expect(body).toEqual(envelope(404, 'upload-not-found'));
  }
);

test('one that is too large is 413, before a byte was sent', async () => {
  const { body } = await beginUpload(bot, LIMIT + 1).expect(413);
  expect(body).toEqual(envelope(413, 'file-too-large', { limit: LIMIT, length: LIMIT + 1 }));
});

test('more bytes than were announced are 413', async () => {
  const upload = await begin(5);
  const { body } = await sendPart(bot, upload, 0, Buffer.from('hello!')).expect(413);
  expect(body).toEqual(envelope(413, 'file-too-large', { limit: LIMIT, length: 5 }));
  expect(body.error.message).toBe('The upload was to have 5 bytes, and more came');
  expect((await headUpload(site, upload)).offset).toBe('0');
});

test('wrong metadata are 400 and named', async () => {
  const { body } = await beginUpload(bot, 5, { sha256: 'abc', colour: 'red' }).expect(400);
  expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['sha256'], ['colour'])));
});

test.each<[string, string, Record<string, string>, number, string]>([
  ['what can run', `MZ${'\0'.repeat(60)}`, {}, 415, 'file-type-not-allowed'],
  [
    'another file than was meant',
    'hullo',
    { sha256: sha256(Buffer.from('hello')) },
    422,
    'digest-mismatch',
  ],
])('%s is refused when it is whole, and gone', async (_what, text, metadata, status, code) => {
  const content = Buffer.from(text);
  const upload = await begin(content.length, metadata);
  const { body } = await sendPart(bot, upload, 0, content).expect(status);
  expect(body).toEqual(envelope(status, code));
  expect((await headUpload(site, upload)).status).toBe(404);
});

/** Starts an upload, makes it the given number of hours old, and lets the site delete expired uploads. */
const beginBefore = async (hours: number): Promise<string> => {
  const upload = await begin(5);
  const info = path.join(directory, `${upload.split('/').at(-1)}.json`);
  const begun = JSON.parse(await readFile(info, 'utf8'));
  const before = new Date(Date.now() - hours * 3_600_000).toISOString();
  await writeFile(info, JSON.stringify({ ...begun, creation_date: before }));
  await site.strapi.plugin('bot').service('resumableUpload').sweep();
  return upload;
};

test('what is not ended in a day is removed', async () => {
  const upload = await beginBefore(24.1);
  expect((await headUpload(site, upload)).status).toBe(404);
  expect(await readdir(directory)).not.toContain(upload.split('/').at(-1));
});

test('until then it can be ended, and the client is told so', async () => {
  const begun = await beginUpload(bot, 5).expect(201);
  const hours = (Date.parse(begun.headers['upload-expires'] ?? '') - Date.now()) / 3_600_000;
  expect(Math.abs(hours - 24)).toBeLessThan(0.1);
  const upload = await beginBefore(23.9);
  await sendPart(bot, upload, 0, Buffer.from('he')).expect(204);
  await sendPart(bot, upload, 2, Buffer.from('llo')).expect(201);
});
