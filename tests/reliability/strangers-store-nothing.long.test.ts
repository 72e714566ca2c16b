import { mkdtempSync, rmSync, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Context } from 'koa';

import { createAdmin, type Admin } from '../support/admin';
import { captureLog } from '../support/captured-log';
import { png, textFile } from '../support/files';
import { startSite, type Site } from '../support/site';
import { form, formType } from './form';
import { openRequest, responsesIn, sendRequest, sendText, write } from './raw-http';
import { until } from './rows';

const MEBIBYTE = 1024 * 1024;
const SECRET = 'a-secret-in-the-address';

/** A separate folder for this site's received bodies, which the test watches. */
const temporary = mkdtempSync(path.join(tmpdir(), 'strangers-'));

let site: Site;
let admin: Admin;
const log = captureLog();
beforeAll(async () => {
  site = await startSite({
    ownStrapi: false,
    env: { LOG_LEVEL: 'http' },
    config: (strapi) => {
      const middlewares = strapi.config.get<{ name?: string; config?: object }[]>('middlewares');
      const body = middlewares.find(({ name }) => name === 'strapi::body');
      Object.assign(body?.config ?? {}, {
        formidable: { maxFileSize: 4 * MEBIBYTE, uploadDir: temporary },
      });
    },
    register: async (strapi) => {
      await log.attach(strapi);
      const handler = (ctx: Context) => {
        ctx.body = { parts: Object.keys(ctx.request.files ?? {}) };
      };
      const open = (route: string, config: object) => ({
        method: 'POST' as const,
        path: route,
        handler,
        config: { auth: false as const, ...config },
      });
      strapi.server.routes([
        open('/open', {}),
        open('/letterbox', { takesFiles: true }),
        open('/guarded', { takesFiles: true, policies: ['admin::isAuthenticatedAdmin'] }),
      ]);
    },
  });
  admin = await createAdmin(site);
});
afterAll(async () => {
  await site.stop();
  rmSync(temporary, { recursive: true, force: true });
});

afterEach(async () => {
  expect(log.text).not.toContain('"level":"error"');
  await until(async () => (await readdir(temporary)).length === 0);
});

/** Files in the temporary folder and its subfolders. */
const files = async (): Promise<string[]> => {
  const entries = await readdir(temporary, { recursive: true, withFileTypes: true }).catch(
    () => undefined
  );
  if (entries === undefined) return files();
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

/** Runs `work`, and returns all names that appeared in the temporary folder, even briefly. */
const appearingDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
  const names: string[] = [];
  const watcher = watch(temporary, { recursive: true }, (_event, name) => names.push(String(name)));
  await work();
  await new Promise((resolve) => setTimeout(resolve, 100));
  watcher.close();
  return names.filter((name) => !name.startsWith('mongodb') && !name.includes('sqlite'));
};

/** A form with a file that is too large for memory, under an unknown field name. */
const large = form(
  [
    { field: 'x', file: { ...textFile('film.mp4', ''), content: Buffer.alloc(2 * MEBIBYTE, 'a') } },
    { field: 'files', file: textFile('a.txt', 'a') },
  ],
  [['name', 'value']]
);

const send = (
  place: string,
  {
    method = 'POST',
    body = large,
    headers = {},
  }: Parameters<typeof sendRequest>[1] & {
    body?: Buffer | string;
  } = {}
) => sendRequest(site.url + place, { method, headers: { ...formType, ...headers } }, body);

describe('a form of a stranger is not stored', () => {
  test.each([
    '/',
    '/x',
    '/works',
    '/works/a-work',
    '/uploads/a.png',
    '/_health',
    '/admin',
    '/admin/login',
    '/admin/register',
    '/admin/forgot-password',
    '/upload',
    '/upload/files',
    '/upload/files/1/replace',
    '/upload?id=1',
    '/content-manager/collection-types/api::work.work',
    '/api',
    '/api/upload',
    '/api/upload?id=1',
    '/api/works',
    '/api/b:ot/materials',
    '/api%2fbot/materials',
    '//api/bot/materials',
    '/bot/removals/retry',
    '/graphql',
    '/open',
    '/guarded',
  ])('%s', async (place) => {
    const appeared = await appearingDuring(async () => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'GET']) {
        const { status } = await send(place, { method });
        expect(status).toBeLessThan(method === 'GET' ? 500 : 416);
        if (method === 'POST' && !/^\/(_health|works)?$/.test(place)) {
          expect(status).toBeGreaterThanOrEqual(400);
        }
      }
    });
    expect(appeared).toEqual([]);
  });

  test.each([
    ['a wrong token', 'Bearer wrong'],
    ['no scheme', 'wrong'],
    ["the bot's token", 'Bearer test-bot-token'],
  ])('with %s', async (_case, authorization) => {
    const appeared = await appearingDuring(async () => {
      for (const place of ['/upload', '/api/upload', '/api/works']) {
        const { status } = await send(place, { headers: { Authorization: authorization } });
        expect([401, 403, 404, 405]).toContain(status);
      }
    });
    expect(appeared).toEqual([]);
  });

  test.each([
    'multipart/mixed; boundary=x',
    'multipart/form-data',
    'MULTIPART/form-data; boundary=x',
  ])('as %s', async (type) => {
    const appeared = await appearingDuring(async () => {
      expect((await send('/admin/login', { headers: { 'Content-Type': type } })).status).toBe(415);
    });
    expect(appeared).toEqual([]);
  });

  test('and the answer says so, in Strapi’s own form', async () => {
    const { status, text } = await send('/open');
    expect(status).toBe(415);
    expect(JSON.parse(text)).toMatchObject({ data: null, error: { status: 415 } });
  });

  test('and its sender reads the answer, however long the form is, and is not heard for ever', async () => {
    const upload = openRequest(`${site.url}/upload`, {
      headers: { ...formType, 'Content-Length': 2 * 1024 * MEBIBYTE },
    });
    await write(upload, large);
    expect((await upload.answer).status).toBe(401);
    // The server discards further bytes for a while, and then closes the connection.
    const isClosed = new Promise((resolve) => upload.request.once('close', resolve));
    const drip = setInterval(() => void write(upload, Buffer.alloc(1000)), 200);
    await isClosed;
    clearInterval(drip);
  });
});

describe('a form of somebody who may send it', () => {
  const asAdmin = () => ({ Authorization: `Bearer ${admin.token}` });

  const tokenOf = async (type: string): Promise<Record<string, string>> => {
    const { body } = await admin.agent
      .post('/admin/api-tokens')
      .send({ name: `${type} ${Math.random()}`, description: '', type, lifespan: null })
      .expect(201);
    return { Authorization: `Bearer ${body.data.accessKey}` };
  };

  const sendFiles = async (place: string, headers: object, field = 'files') => {
    const file = await png();
    return send(place, {
      headers: { ...headers },
      body: form([
        { field, file },
        { field: 'x', file: textFile('b.txt', 'b') },
      ]),
    });
  };

  test('of an administrator is stored, and its temporary files are not kept', async () => {
    const appeared = await appearingDuring(async () => {
      const { status, text } = await sendFiles('/upload', asAdmin());
      expect(status).toBe(201);
      expect(JSON.parse(text)).toMatchObject([{ name: 'picture.png', width: 640 }]);
    });
    expect(appeared).not.toEqual([]);
  });

  test('of an API token that may is stored, and of one that may not it is not', async () => {
    const full = await tokenOf('full-access');
    expect((await sendFiles('/api/upload', full)).status).toBe(201);
    const reading = await tokenOf('read-only');
    const appeared = await appearingDuring(async () => {
      expect((await sendFiles('/api/upload', reading)).status).toBe(403);
    });
    expect(appeared).toEqual([]);
  });

  test.each([
    ['in a part of another name', () => sendFiles('/upload', asAdmin(), 'x')],
    ['for another route', () => sendFiles('/content-manager/uid/generate', asAdmin())],
    ['for a file that does not exist', () => sendFiles('/upload?id=999', asAdmin())],
    [
      'that is too large',
      () =>
        send('/upload', {
          headers: asAdmin(),
          body: form([
            {
              field: 'files',
              file: { ...textFile('a.txt', ''), content: Buffer.alloc(5 * MEBIBYTE) },
            },
          ]),
        }),
    ],
  ])('is refused %s, and leaves no temporary file', async (_case, sendIt) => {
    const { status } = await sendIt();
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  test.each([
    ['ends within a part', large.subarray(0, large.length - 100)],
    ['ends within a header', large.subarray(0, 60)],
    ['is no form', Buffer.from('something else')],
    ['has a broken header', Buffer.from(String(large).replace('Content-Disposition:', '\0:'))],
  ])('is a 400 if it %s, and leaves no temporary file', async (_case, body) => {
    const { status, text } = await send('/upload', { headers: asAdmin(), body });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ data: null, error: { status: 400 } });
  });

  test('leaves nothing when its sender goes away before anybody reads it', async () => {
    const head =
      `POST /upload HTTP/1.1\r\nHost: site\r\nContent-Type: ${formType['Content-Type']}\r\n` +
      `Content-Length: ${large.length}\r\nAuthorization: Bearer ${admin.token}\r\n\r\n`;
    for (let round = 0; round < 30; round += 1) {
      const socket = net.connect(Number(new URL(site.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      await new Promise((resolve) =>
        socket.write(Buffer.concat([Buffer.from(head), large.subarray(0, round * 10)]), resolve)
      );
      if (round % 2 === 0) socket.destroy();
      else socket.end(() => socket.destroy());
    }
    await until(() => log.text.split('POST /upload ').length > 30);
    expect(log.text).not.toMatch(/POST \/upload \(\d+ ms\) 500/);
  });

  test('leaves no temporary file when its sender goes away', async () => {
    const upload = openRequest(`${site.url}/upload`, {
      headers: { ...formType, ...asAdmin(), 'Content-Length': large.length },
    });
    await write(upload, large.subarray(0, 1.5 * MEBIBYTE));
    await until(async () => (await files()).length === 1);
    upload.request.destroy();
    await until(async () => (await files()).length === 0);
  });

  test('is read on a route that says it takes files, from anybody, and then removed', async () => {
    const { status, text } = await send('/letterbox');
    expect([status, JSON.parse(text)]).toEqual([200, { parts: ['x', 'files'] }]);
  });
});

describe('a stranger cannot write to the log of errors', () => {
  const json = { 'Content-Type': 'application/json' };

  test.each(['/admin/login', '/api/works', '/x'])('with JSON that is cut: %s', async (place) => {
    const socket = net.connect(Number(new URL(site.url).port), '127.0.0.1');
    socket.write(
      `POST ${place} HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a":`
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 200));
  });

  test.each([
    ['that is none', '{"a":', 400],
    ['that is a word', '"a"', 400],
    ['that is too large', `"${'a'.repeat(9 * MEBIBYTE)}"`, 413],
  ])('with JSON %s', async (_case, body, status) => {
    const answer = await send('/admin/login', { headers: json, body });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ data: null, error: { status } });
  });

  test.each([
    ['a compression that nobody knows', { ...json, 'Content-Encoding': 'unknown' }, '{}'],
    [
      'a form with too many fields',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      'a&'.repeat(3000),
    ],
    ['an unknown character set', { 'Content-Type': 'text/plain; charset=none' }, 'text'],
  ])('with %s', async (_case, headers, body) => {
    expect((await send('/admin/login', { headers, body })).status).toBeLessThan(500);
  });
});

test.each([
  `/api/b:ot/publications?access_token=${SECRET}`,
  `/works?access_token=${SECRET}`,
  `/admin/users/me?token=${SECRET}`,
  `http://site/works?access_token=${SECRET}`,
  `/%?access_token=${SECRET}`,
  `/uploads/%ff?access_token=${SECRET}`,
  `/?${SECRET}`,
])('no query string is logged: %s', async (target) => {
  const [answer] = responsesIn(
    await sendText(site.url, `HEAD ${target} HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n`)
      .then((text) => text.replace(/content-length: \d+/i, 'Content-Length: 0'))
      .then((text) =>
        /content-length/i.test(text) ? text : text.replace('\r\n', '\r\nContent-Length: 0\r\n')
      )
  );
  expect(answer.status).toBeLessThan(500);
  expect(log.text).toContain('HEAD ');
  expect(log.text).not.toContain(SECRET);
});

test('nothing of all this was an error of the site', () => {
  expect(log.allText).not.toContain('"level":"error"');
});
