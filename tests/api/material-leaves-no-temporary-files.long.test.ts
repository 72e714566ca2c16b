import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createAdmin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { binary, jpeg, pdf, textFile, type TestFile } from '../support/files';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { eventually, storedFiles } from '../support/storage';
import { fileOf, sendFile } from '../support/uploads';

let temporary: string;
let server: ServerProcess;
let bot: Bot;
let photo: TestFile;

beforeAll(async () => {
  // A separate temporary folder, because other test files upload at the same time.
  temporary = await mkdtemp(path.join(tmpdir(), 'site-test-tmp-'));
  server = await startServerProcess({ env: { TMPDIR: temporary, UPLOAD_MAX_BYTES: '2000000' } });
  bot = createBot(server);
  photo = await jpeg();
});
afterAll(async () => {
  await server.stop();
  await rm(temporary, { recursive: true, force: true });
});

/** Finds received files that were not removed, in any subfolder. */
const received = async (): Promise<unknown[]> => {
  const entries = await readdir(temporary, { recursive: true, withFileTypes: true }).catch(
    () => undefined
  );
  // Retries, because a folder was removed during the listing.
  if (entries === undefined) return received();
  return entries.filter((entry) => entry.isFile() && entry.parentPath.includes('bot-material-'));
};

/** Sends the first `bytes` bytes of a file, then nothing. */
const sendStart = (bytes: number): Socket => {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    'POST /api/bot/materials HTTP/1.1\r\nHost: site\r\nContent-Length: 2000000\r\n' +
      `Authorization: Bearer ${server.token}\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n` +
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
  );
  socket.write(Buffer.alloc(bytes, 'a'));
  return socket;
};

test.each<[string, number, () => ReturnType<typeof sendFile>]>([
  ['stored', 201, () => sendFile(bot, photo)],
  ['large and stored', 201, () => sendFile(bot, pdf('large.pdf', 1_500_000))],
  ['too large', 413, () => sendFile(bot, binary(2_100_000))],
  ['not allowed', 415, () => sendFile(bot, fileOf('REGEDIT4\r\n', 'a.reg'))],
  ['empty', 400, () => sendFile(bot, fileOf('', 'a.txt'))],
  [
    'one of two',
    400,
    () => sendFile(bot, textFile('a.txt', 'a')).attach('file', Buffer.from('b'), 'b.txt'),
  ],
  ['in the wrong part', 400, () => sendFile(bot, textFile('a.txt', 'a'), 'upload')],
])('a file that is %s (%d) leaves no temporary file', async (_case, status, send) => {
  await send().expect(status);
  expect(await received()).toEqual([]);
});

test('only a large file needs the folder of temporary files', async () => {
  await rm(temporary, { recursive: true });
  await mkdir(temporary);
  await sendFile(bot, pdf('small.pdf', 1_000_000)).expect(201);
  expect(await readdir(temporary)).toEqual([]);
  await sendFile(bot, pdf('large.pdf', 1_500_000)).expect(201);
  expect(await readdir(temporary)).toEqual([expect.stringMatching(/^bot-material-/)]);
});

test('a sender of a large file that goes away half-way leaves no temporary file', async () => {
  const socket = sendStart(1_500_000);
  expect(await eventually(async () => (await received()).length === 1)).toBe(true);
  socket.destroy();
  expect(await eventually(async () => (await received()).length === 0)).toBe(true);
});

test("an editor's upload leaves no temporary file, whatever its end", async () => {
  const { agent, token } = await createAdmin(server);
  const file = { filename: 'photo_editor.jpg', contentType: photo.mime };
  await agent.post('/upload').attach('files', photo.content, file).expect(201);
  await agent.post('/upload').attach('other', photo.content, file).expect(400);
  expect(await received()).toEqual([]);

  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST /upload HTTP/1.1\r\nHost: site\r\nContent-Length: 2000000\r\nAuthorization: Bearer ${token}\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\n\r\n' +
      '--x\r\nContent-Disposition: form-data; name="a"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n'
  );
  socket.write(Buffer.alloc(100_000, 'a'));
  expect(await eventually(async () => (await received()).length === 1)).toBe(true);
  socket.destroy();
  expect(await eventually(async () => (await received()).length === 0)).toBe(true);
});

test('only the files that were stored are in storage', async () => {
  expect(
    (await storedFiles(server)).filter((name) => !/^(?:(?:[a-z]+_)?photo|small|large)_/.test(name))
  ).toEqual([]);
});
