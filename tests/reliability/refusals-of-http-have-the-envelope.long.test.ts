import net from 'node:net';

import { ERRORS } from '@fleet-bot/protocol';

import { createBot } from '../support/bot';
import { captureLog } from '../support/captured-log';
import { startSite, type Site } from '../support/site';
import { responsesIn, sendText, type RawAnswer } from './raw-http';
import { temporaryDirectories, until } from './rows';

const SECOND = 1000;

let site: Site;
const log = captureLog();
beforeAll(async () => {
  site = await startSite({
    ownStrapi: false,
    env: { LOG_LEVEL: 'http' },
    config: (strapi) => {
      strapi.config.set('server.http.serverOptions', {
        connectionsCheckingInterval: 100,
        headersTimeout: 1.5 * SECOND,
        requestTimeout: 60 * SECOND,
      });
    },
    register: log.attach,
  });
});
afterAll(() => site.stop());
afterEach(() => {
  expect(log.text).not.toContain('"level":"error"');
  expect(log.text).not.toMatch(/ 500[ "]/);
});

const auth = () => `Authorization: Bearer ${site.token}\r\n`;
const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: site', ...headers].join('\r\n') + '\r\n';
const form = 'Content-Type: multipart/form-data; boundary=x';
const json = 'Content-Type: application/json';

const expectError = (answer: RawAnswer | undefined, code: keyof typeof ERRORS) => {
  expect(answer?.status).toBe(ERRORS[code][0]);
  const { data, error } = JSON.parse(String(answer?.text));
  expect(data).toBeNull();
  expect(Object.keys(error).sort()).toEqual(['details', 'message', 'name', 'status']);
  expect(error).toMatchObject({ status: answer?.status, details: { code } });
  expect(error.details.requestId).toBe(answer?.headers['x-request-id']);
  expect(answer?.headers['content-type']).toBe('application/json; charset=utf-8');
};

/** Sends raw text, reads until the connection is closed, and expects one error answer. */
const expectRefusal = async (text: string, code: keyof typeof ERRORS) => {
  const answers = responsesIn(await sendText(site.url, text));
  expect(answers).toHaveLength(1);
  expectError(answers[0], code);
  expect(answers[0].headers.connection).toBe('close');
};

const publications = '/api/bot/publications';

test.each<[string, string]>([
  ['an unknown method', `FOO ${publications} HTTP/1.1\r\nHost: site\r\n\r\n`],
  ['a method in small letters', `get ${publications} HTTP/1.1\r\nHost: site\r\n\r\n`],
  ['CONNECT', 'CONNECT site:443 HTTP/1.1\r\nHost: site\r\n\r\n'],
  ['an unknown version', `GET ${publications} HTTP/3.7\r\nHost: site\r\n\r\n`],
  ['a target that is no path', 'GET api/bot/publications HTTP/1.1\r\nHost: site\r\n\r\n'],
  ['a target that no address can have', 'GET http://[/api/bot HTTP/1.1\r\nHost: site\r\n\r\n'],
  ['a path in another encoding', 'GET /api/bot/\xff HTTP/1.1\r\nHost: site\r\n\r\n'],
  ['a greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ['nothing but noise', '\x00\x01\x02\r\n\r\n'],
  ['no Host', `GET ${publications} HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ['no Host and a body', `POST ${publications} HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}`],
  ['no Host, for a page', 'GET /works HTTP/1.1\r\n\r\n'],
  ['two Hosts', `GET ${publications} HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n`],
  ['a header without a colon', `GET ${publications} HTTP/1.1\r\nHost: site\r\nno colon\r\n\r\n`],
  ['a header with NUL', `GET ${publications} HTTP/1.1\r\nHost: site\r\nX-A: \0\r\n\r\n`],
  ['a space before the colon', `GET ${publications} HTTP/1.1\r\nHost : site\r\n\r\n`],
  [
    'a length and chunks',
    head(`POST ${publications}`, 'Content-Length: 5', 'Transfer-Encoding: chunked') +
      '\r\n0\r\n\r\n',
  ],
  [
    'two lengths',
    head(`POST ${publications}`, 'Content-Length: 2', 'Content-Length: 3') + '\r\n{}',
  ],
  ['a length that is none', head(`POST ${publications}`, 'Content-Length: two') + '\r\n{}'],
  ['a negative length', head(`POST ${publications}`, 'Content-Length: -1') + '\r\n{}'],
  [
    'an endless length',
    head(`POST ${publications}`, `Content-Length: ${'9'.repeat(40)}`) + '\r\n{}',
  ],
  [
    'another transfer encoding at the end',
    head(`POST ${publications}`, 'Transfer-Encoding: chunked, gzip') + '\r\n0\r\n\r\n',
  ],
])('400 malformed-request: %s', (_case, text) => expectRefusal(text, 'malformed-request'));

test.each([
  ['without the token', () => ''],
  ['with the token', auth],
])('417: an expectation that nobody can meet, %s', async (_case, authorization) => {
  for (const target of [publications, '/works', `http://site${publications}`]) {
    await expectRefusal(
      head(`POST ${target}`, 'Expect: the-unexpected', 'Content-Length: 2') +
        authorization() +
        '\r\n',
      'expectation-failed'
    );
  }
});

test.each([
  ['one long header', `X-Long: ${'a'.repeat(100_000)}\r\n`],
  ['many headers', 'X-Many: aaaaaaaaaaaaaaaaaaaa\r\n'.repeat(5_000)],
])('431, and the answer can be read: %s', async (_case, headers) => {
  await expectRefusal(head(`GET ${publications}`) + headers + '\r\n', 'headers-too-large');
});

test('408: headers that stop coming', async () => {
  await expectRefusal(`GET ${publications} HTTP/1.1\r\nHost: si`, 'request-timeout');
});

const chunked = ['Transfer-Encoding: chunked', json];
const upload = (...headers: string[]) => head('POST /api/bot/materials', form, ...headers) + auth();
const fileStart =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n' +
  'a'.repeat(1_100_000);
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

test.each<[string, () => string]>([
  ['JSON', () => head(`POST ${publications}`, ...chunked) + auth() + '\r\nnot-a-size\r\n{}\r\n'],
  [
    'JSON in the middle',
    () => head(`POST ${publications}`, ...chunked) + auth() + '\r\n2\r\n{"}\r\n',
  ],
  ['a file', () => upload('Transfer-Encoding: chunked') + `\r\n${chunk(fileStart)}zz\r\n`],
  ['without a token', () => head(`POST ${publications}`, ...chunked) + '\r\nzz\r\n'],
  ['for the panel', () => head('POST /admin/login', ...chunked) + '\r\nzz\r\n'],
  ['for a page', () => head('POST /works', ...chunked) + '\r\nzz\r\n'],
  ['for nothing', () => head('GET /x', 'Transfer-Encoding: chunked') + '\r\nzz\r\n'],
])('400 malformed-request: a chunk that is none, %s', async (_case, text) => {
  await expectRefusal(text(), 'malformed-request');
  await until(async () => (await temporaryDirectories()).length === 0);
});

test('413: extensions of chunks that are too large', async () => {
  await expectRefusal(
    head(`POST ${publications}`, ...chunked) + auth() + `\r\n2;${'a'.repeat(20_000)}\r\n{}\r\n`,
    'body-too-large'
  );
});

/** Sends raw text and closes only the client's side of the connection. */
const sendHalf = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port, hostname } = new URL(site.url);
    const socket = net.connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () =>
      socket.end(text, 'latin1')
    );
    let received = '';
    socket.on('data', (data: Buffer) => (received += data.toString('latin1')));
    socket.once('end', () => resolve(received));
    socket.once('error', reject);
  });

test.each<[string, () => string]>([
  [
    'JSON',
    () => head(`POST ${publications}`, 'Content-Length: 100', json) + auth() + '\r\n{"title":',
  ],
  ['a file', () => `${upload('Content-Length: 2000000')}\r\n${fileStart}`],
  ['chunks', () => head(`POST ${publications}`, ...chunked) + auth() + '\r\n2\r\n{"'],
  ['headers', () => head(`GET ${publications}`) + 'X-Cut'],
  [
    'one for the panel',
    () => head('POST /admin/login', 'Content-Length: 100', json) + '\r\n{"email":',
  ],
])('400 request-aborted: a body that is cut while its sender listens, %s', async (_case, text) => {
  const answers = responsesIn(await sendHalf(text()));
  expect(answers).toHaveLength(1);
  expectError(answers[0], 'request-aborted');
  await until(async () => (await temporaryDirectories()).length === 0);
});

test('the id that the client gave its request is that of the answer', async () => {
  const [answer] = responsesIn(
    await sendText(
      site.url,
      head(`POST ${publications}`, ...chunked, 'X-Request-Id: run-7') + auth() + '\r\nzz\r\n'
    )
  );
  expectError(answer, 'malformed-request');
  expect(answer.headers['x-request-id']).toBe('run-7');
});

test('what stands behind a good request is refused after its answer', async () => {
  const answers = responsesIn(
    await sendText(
      site.url,
      `${head(`GET ${publications}`)}${auth()}\r\n${head('GET /api/bot/health')}\r\nnoise\r\n\r\n`
    )
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
  expectError(answers[2], 'malformed-request');
});

test('a bad chunk behind a good request is refused after its answer', async () => {
  const answers = responsesIn(
    await sendText(
      site.url,
      `${head(`GET ${publications}`)}${auth()}\r\n` +
        `${head(`POST ${publications}`, ...chunked)}${auth()}\r\nzz\r\n`
    )
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  expectError(answers[1], 'malformed-request');
});

test('a bad chunk in a body that was answered unread gets no second answer', async () => {
  const socket = net.connect(Number(new URL(site.url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (data: Buffer) => (received += data.toString('latin1')));
  socket.write(`${head(`POST ${publications}`, ...chunked)}\r\n2\r\n{"\r\n`);
  await until(() => received.includes('token-missing'));
  socket.write('zz\r\n');
  await new Promise((resolve) => socket.once('close', resolve));
  expect(responsesIn(received).map(({ status }) => status)).toEqual([401]);
});

test('a refusal is logged with its id', async () => {
  const [answer] = responsesIn(await sendText(site.url, 'noise\r\n\r\n'));
  expect(log.text).toContain(String(answer.headers['x-request-id']));
});

/** Ways in which a client disconnects. */
const GOING: [string, (socket: net.Socket) => void][] = [
  ['resets the connection', (socket) => socket.resetAndDestroy()],
  ['closes it', (socket) => socket.destroy()],
  ['ends it and closes it', (socket) => socket.end(() => socket.destroy())],
];

test.each(GOING)('a sender who %s, at any point, is no error of the site', async (_way, go) => {
  const text = `${upload('Transfer-Encoding: chunked')}\r\n${chunk(fileStart)}`;
  const short = `${head(`POST ${publications}`, 'Content-Length: 9', json)}${auth()}\r\n`;
  // Repeated, because some clients must disconnect before the server starts to read.
  for (let round = 0; round < 5; round += 1) {
    for (const sent of [
      ...[10, 200, 300, 2_000, 500_000, text.length - 1, text.length].map((end) =>
        text.slice(0, end)
      ),
      short,
      `${short}{"a":`,
      `${short}{"a": 1 }`,
    ]) {
      const socket = net.connect(Number(new URL(site.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.write(sent, resolve));
      go(socket);
    }
  }
  await until(async () => (await temporaryDirectories()).length === 0);
});

test('after all this the site works, and nothing of it was its fault', async () => {
  await createBot(site).createPublication({ title: 'Afterwards' });
  expect(log.allText).not.toContain('"level":"error"');
  expect(log.allText).not.toMatch(/ 500[ "]/);
});
