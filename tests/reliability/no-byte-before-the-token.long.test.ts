import { watch } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { codeOf } from '../support/envelope';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { formType, startOfFile } from './form';
import { openRequest, sendRequest, write } from './raw-http';

const MEBIBYTE = 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 1);

const startWithOwnTemp = async (env: Record<string, string> = {}) => {
  const temp = await mkdtemp(path.join(tmpdir(), 'before-the-body-'));
  return { temp, server: await startServerProcess({ env: { ...env, TMPDIR: temp } }) };
};

let closed: { temp: string; server: ServerProcess };
let open: { temp: string; server: ServerProcess };
beforeAll(async () => {
  [open, closed] = [await startWithOwnTemp(), await startWithOwnTemp({ BOT_API_TOKEN: '' })];
});
afterAll(async () => {
  for (const { temp, server } of [open, closed]) {
    await server.stop();
    await rm(temp, { recursive: true, force: true });
  }
});

/** Runs `work`, and returns the names of all files that appeared in the folder, even briefly. */
const appearingIn = async (folder: string, work: () => Promise<unknown>): Promise<string[]> => {
  const names: string[] = [];
  // Watches each folder, because `recursive` throws if a folder disappears before Node reads it.
  const inside = await readdir(folder, { recursive: true, withFileTypes: true });
  const folders = inside.filter((entry) => entry.isDirectory());
  const watchers = [folder, ...folders.map((entry) => path.join(entry.parentPath, entry.name))].map(
    (place) => watch(place, (_event, name) => names.push(String(name)))
  );
  await work();
  await new Promise((resolve) => setTimeout(resolve, 100));
  watchers.forEach((watcher) => watcher.close());
  return names;
};

/** Starts an upload of 100 MiB, and sends only 64 KiB before the answer. */
const beginUpload = (url: string, headers: http.OutgoingHttpHeaders = {}) => {
  const upload = openRequest(`${url}/api/bot/materials`, { headers: { ...formType, ...headers } });
  upload.request.write(startOfFile({ name: 'film.mp4', mime: 'video/mp4' }));
  upload.request.write(CHUNK);
  return upload;
};

const LENGTH = { 'Content-Length': 100 * MEBIBYTE };
const CHUNKED = { 'Transfer-Encoding': 'chunked' };

test.each([
  ['no token, its length announced', LENGTH, 'token-missing'],
  ['no token, in chunks', CHUNKED, 'token-missing'],
  ['a wrong token', { ...LENGTH, Authorization: 'Bearer wrong' }, 'token-invalid'],
])('401 while a body of 100 MiB is still to come: %s', async (_case, headers, code) => {
  const { request, answer } = beginUpload(open.server.url, headers);
  const received = await answer;
  expect(received.status).toBe(401);
  expect(codeOf(received)).toBe(code);
  request.destroy();
});

test('503 while a body of 100 MiB is still to come', async () => {
  const { request, answer } = beginUpload(closed.server.url, {
    ...LENGTH,
    Authorization: 'Bearer any',
  });
  const received = await answer;
  expect(received.status).toBe(503);
  expect(codeOf(received)).toBe('token-not-configured');
  request.destroy();
});

test.each([
  ['401', () => open],
  ['503', () => closed],
])('%s: a sender that goes on reads the answer, and nothing is stored', async (status, at) => {
  const { temp, server } = at();
  const appeared = await appearingIn(temp, async () => {
    const upload = beginUpload(server.url, LENGTH);
    for (let sent = 0; sent < 99 * MEBIBYTE; sent += CHUNK.length) {
      if (!(await write(upload, CHUNK))) break;
    }
    expect((await upload.answer).status).toBe(Number(status));
    upload.request.destroy();
  });
  expect(appeared).toEqual([]);
  expect((await readdir(server.uploadsDir)).filter((name) => name !== '.gitkeep')).toEqual([]);
});

/** Too large to be kept in memory. */
const LARGE = Buffer.alloc(2 * MEBIBYTE, 1);

test.each([
  ['an unknown path', 'POST', '/nothing/here', 401],
  ['a wrong verb', 'PUT', '/materials', 401],
  ['health', 'POST', '/health', 401],
  ['a JSON endpoint', 'POST', '/publications', 401],
  ['publish', 'POST', '/publications/abc/publish', 401],
  ['another spelling', 'POST', '/../BOT/materials', 401],
])('a large form sent to %s is not stored', async (_case, method, place, status) => {
  const appeared = await appearingIn(open.temp, async () => {
    const answer = await sendRequest(
      `${open.server.url}/api/bot${place}`,
      { method, headers: formType },
      Buffer.concat([startOfFile({ name: 'a.txt', mime: 'text/plain' }), LARGE])
    );
    expect(answer.status).toBe(status);
  });
  expect(appeared).toEqual([]);
});

test('a large form with a valid token passes through a temp folder that is seen here', async () => {
  const { server, temp } = open;
  const appeared = await appearingIn(temp, async () => {
    const answer = await sendRequest(
      `${server.url}/api/bot/materials`,
      { headers: { ...formType, Authorization: `Bearer ${server.token}` } },
      Buffer.concat([startOfFile({ name: 'a.txt', mime: 'text/plain' }), LARGE])
    );
    expect(answer.status).toBe(400);
  });
  expect(appeared).not.toEqual([]);
});

// Uses a separate process: koa-body recognizes errors by the class `Error`, and Jest has a second one.
test.each([
  ['gzip', 400],
  ['deflate', 400],
  ['br', 400],
  ['zstd', 415],
  ['unknown', 415],
])('noise sent to the panel as %s is a %d, and no error of the site', async (encoding, status) => {
  const { server } = open;
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
  const answer = await sendRequest(`${server.url}/admin/login`, { headers }, 'noise');
  expect([answer.status, JSON.parse(answer.text).error.status]).toEqual([status, status]);
  expect(server.log).not.toMatch(/error/i);
});

test.each([
  ['none', {}],
  ['an unknown type', { 'Content-Type': 'application/octet-stream' }],
])('a body of %s sent to the panel is a 400, and no error of the site', async (_case, headers) => {
  const { server } = open;
  for (const place of ['register', 'forgot-password', 'reset-password']) {
    const body = 'Content-Type' in headers ? 'noise' : undefined;
    const answer = await sendRequest(`${server.url}/admin/${place}`, { headers }, body);
    expect([place, answer.status]).toEqual([place, 400]);
  }
  expect(server.log).not.toMatch(/error/i);
});

test('a connection lives on after a 401 with a small body', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const url = `${open.server.url}/api/bot/publications`;
  const json = { 'Content-Type': 'application/json' };
  const ports: (number | undefined)[] = [];
  agent.on('free', (socket: { localPort?: number }) => ports.push(socket.localPort));

  expect((await sendRequest(url, { agent, headers: json }, '{"title":"A"}')).status).toBe(401);
  const token = { Authorization: `Bearer ${open.server.token}` };
  const second = await sendRequest(url, { agent, headers: { ...json, ...token } }, '{"title":"A"}');
  expect(second.status).toBe(201);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ports).toHaveLength(2);
  expect(ports[1]).toBe(ports[0]);
  agent.destroy();
});
