import { createHash } from 'node:crypto';
import dns from 'node:dns';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { envelope, fieldErrors } from '../support/envelope';
import { createBot, type Bot } from '../support/bot';
import { countRows, fileRow } from '../support/database';
import { png } from '../support/files';
import { startSite, type Site } from '../support/site';
import { storedFiles } from '../support/storage';
import { until } from '../support/until';

const KIBIBYTE = 1024;
const LIMIT = 64 * KIBIBYTE;
const NAME = 'files.test';

/** Handlers of the remote server, keyed by path. */
const answers = new Map<string, http.RequestListener>();
const asked: { headers: http.IncomingHttpHeaders; at?: string }[] = [];

let other: http.Server;
let port: number;
let site: Site;
let bot: Bot;

beforeAll(async () => {
  other = http.createServer((request, response) => {
    asked.push({ headers: request.headers, at: request.socket.localAddress });
    answers.get(request.url ?? '')?.(request, response);
  });
  // The remote server listens on all loopback addresses, but the site may only reach one of them.
  await new Promise<void>((resolve) => other.listen(0, '0.0.0.0', resolve));
  ({ port } = other.address() as AddressInfo);
  site = await startSite({
    env: { BOT_UPLOAD_ADDRESSES: '127.0.0.1', UPLOAD_MAX_BYTES: String(LIMIT) },
    register: ({ config }) => {
      config.set('plugin::bot.uploadByAddress.seconds', 2);
      config.set('plugin::bot.limits.idleTimeoutSeconds', 1);
    },
  });
  bot = createBot(site);
});
afterAll(async () => {
  await site.stop();
  other.closeAllConnections();
  await new Promise((resolve) => other.close(resolve));
});
afterEach(() => jest.restoreAllMocks());
beforeEach(() => {
  answers.clear();
  asked.length = 0;
});

const addressOf = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`;

const give =
  (content: Buffer | string, headers: http.OutgoingHttpHeaders = {}): http.RequestListener =>
  (_request, response) => {
    response.writeHead(200, headers).end(content);
  };
const redirect =
  (location: string): http.RequestListener =>
  (_request, response) => {
    response.writeHead(302, { location }).end();
  };

const uploadFrom = (url: string, fields: object = {}) =>
  bot.request('post', '/materials').send({ url, ...fields });

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

/** Makes DNS look-ups return these addresses, one after the other. */
const resolveTo = (...addresses: string[]) => {
  const lookup = jest.spyOn(dns, 'lookup') as unknown as jest.SpyInstance;
  for (const address of addresses) {
    lookup.mockImplementationOnce((_host, _options, callback) =>
      callback(null, [{ address, family: 4 }])
    );
  }
  return lookup;
};

test('what is at an address is stored as if it had been sent', async () => {
  const picture = await png({ width: 20, height: 10 });
  answers.set('/a/sea%20side.png?size=2', give(picture.content));
  const said = { alternativeText: 'Waves', caption: 'By N. N.', sha256: sha256(picture.content) };
  const { body } = await uploadFrom(addressOf('/a/sea%20side.png?size=2'), said).expect(201);
  expect(body).toMatchObject({ type: 'image', sha256: { received: said.sha256 } });
  expect(await fileRow(site, body.id)).toMatchObject({
    name: 'sea side.png',
    mime: 'image/png',
    alternative_text: 'Waves',
    caption: 'By N. N.',
  });
  expect((await fetch(body.url)).status).toBe(200);
  expect(asked[0]?.headers).not.toHaveProperty('authorization');
});

test.each<[string, string, http.OutgoingHttpHeaders, object, string]>([
  ['the path', '/note.txt', {}, {}, 'note.txt'],
  ['the type', '/download', { 'content-type': 'text/csv; charset=utf-8' }, {}, 'download.csv'],
  [
    'Content-Disposition',
    '/download?id=1',
    { 'content-disposition': `attachment; filename*=UTF-8''B%C3%BCsum.txt` },
    {},
    'Büsum.txt',
  ],
  ['the request', '/note.txt', {}, { name: 'Minutes' }, 'Minutes.txt'],
])('its name comes from %s', async (_source, path, headers, fields, name) => {
  answers.set(path, give('one, two', headers));
  const { body } = await uploadFrom(addressOf(path), fields).expect(201);
  expect((await fileRow(site, body.id)).name).toBe(name);
});

test.each<[string, (content: string) => Buffer]>([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('a body in %s is undone', async (encoding, encode) => {
  answers.set('/a.txt', give(encode('hello'), { 'content-encoding': encoding }));
  const { body } = await uploadFrom(addressOf('/a.txt')).expect(201);
  expect(await (await fetch(body.url)).text()).toBe('hello');
});

test('redirects are followed', async () => {
  answers.set('/first', redirect('/second'));
  answers.set('/second', redirect(addressOf('/third.txt')));
  answers.set('/third.txt', give('third'));
  const { body } = await uploadFrom(addressOf('/first')).expect(201);
  expect((await fileRow(site, body.id)).name).toBe('third.txt');
});

test('with a key it is fetched once', async () => {
  answers.set('/once.txt', give('once'));
  const send = () => uploadFrom(addressOf('/once.txt')).set('Idempotency-Key', 'once').expect(201);
  const first = await send();
  expect((await send()).body).toEqual(first.body);
  expect(asked).toHaveLength(1);
});

describe('an address that is no address of the web', () => {
  test.each([
    'file:///etc/passwd',
    'ftp://example.com/a',
    'data:text/plain,hello',
    'javascript:1',
    'gopher://example.com',
    '//example.com/a',
    'http://',
    '',
    'http://user:secret@example.com/',
    `http://example.com/${'a'.repeat(2048)}`,
  ])('%s is 400 and named', async (url) => {
    const { body } = await uploadFrom(url).expect(400);
    expect(body).toEqual(envelope(400, 'invalid-request', fieldErrors(['url'])));
  });
});

test.each([{}, { url: 1 }, { url: 'http://127.0.0.1/', file: 'x' }, []])(
  'the body %j is 400',
  async (input) => {
    const { body } = await bot.request('post', '/materials').send(input).expect(400);
    expect(body.error.details.code).toBe('invalid-request');
  }
);

describe('an address that is not on the internet', () => {
  test.each([
    '127.0.0.2',
    '127.1.1.1',
    '2130706434',
    '0x7f000002',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '168.63.129.16',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.2]',
    '[::ffff:169.254.169.254]',
    '[::7f00:2]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fec0::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
  ])('%s is 400, and not connected to', async (host) => {
    const { body } = await uploadFrom(addressOf('/', host)).expect(400);
    expect(body).toEqual(envelope(400, 'address-not-allowed'));
    expect(asked).toEqual([]);
  });

  test('a name that leads to one is 400', async () => {
    const lookup = resolveTo('127.0.0.2');
    const { body } = await uploadFrom(addressOf('/', NAME)).expect(400);
    expect(body).toEqual(envelope(400, 'address-not-allowed'));
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(asked).toEqual([]);
  });

  test.each([
    'http://127.0.0.2:PORT/',
    'http://[::1]:PORT/',
    'http://10.0.0.1/',
    'file:///etc/passwd',
  ])('a redirect to %s is 400, and not followed', async (location) => {
    answers.set('/away', redirect(location.replace('PORT', String(port))));
    const { body } = await uploadFrom(addressOf('/away')).expect(400);
    expect(body).toEqual(envelope(400, 'address-not-allowed'));
    expect(asked).toHaveLength(1);
  });

  test('the connection goes where the name led when it was looked at, and nowhere else', async () => {
    const lookup = resolveTo('127.0.0.1', '127.0.0.2');
    answers.set('/a.txt', give('a'));
    await uploadFrom(addressOf('/a.txt', NAME)).expect(201);
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(asked[0]?.at).toBe('127.0.0.1');
  });

  test('a name that leads elsewhere after a redirect is looked at again', async () => {
    resolveTo('127.0.0.1', '127.0.0.2');
    answers.set('/first', redirect('/second'));
    answers.set('/second', give('second'));
    const { body } = await uploadFrom(addressOf('/first', NAME)).expect(400);
    expect(body).toEqual(envelope(400, 'address-not-allowed'));
    expect(asked).toHaveLength(1);
  });
});

describe('the other side', () => {
  const endless: http.RequestListener = (_request, response) => {
    const more = () => {
      while (response.write(Buffer.alloc(KIBIBYTE))) continue;
      response.once('drain', more);
    };
    more();
  };

  test.each<[string, http.RequestListener, number, string]>([
    [
      'says that it is too large',
      give('x', { 'content-length': LIMIT + 1 }),
      413,
      'file-too-large',
    ],
    ['never ends', endless, 413, 'file-too-large'],
    [
      'sends more than it seems, compressed',
      give(gzipSync(Buffer.alloc(LIMIT + 1)), { 'content-encoding': 'gzip' }),
      413,
      'file-too-large',
    ],
    ['sends what is no gzip', give('hello', { 'content-encoding': 'gzip' }), 502, 'address-failed'],
    [
      'sends a gzip that is cut',
      give(gzipSync('hello').subarray(0, 12), { 'content-encoding': 'gzip' }),
      502,
      'address-failed',
    ],
    ['encodes in its own way', give('hello', { 'content-encoding': 'own' }), 502, 'address-failed'],
    ['breaks off', give('hello', { 'content-length': 6 }), 502, 'address-failed'],
    ['hangs up', (request) => void request.socket.destroy(), 502, 'address-failed'],
    [
      'speaks another protocol',
      ({ socket }) =>
        void socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
        ),
      502,
      'address-failed',
    ],
    ['sends nothing', () => undefined, 504, 'address-timeout'],
    [
      'stops within the file',
      (_request, response) => void response.write('a'),
      504,
      'address-timeout',
    ],
    [
      'stops within a file that is compressed',
      (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.write(gzipSync('hello').subarray(0, 12));
      },
      504,
      'address-timeout',
    ],
    [
      'drips',
      (_request, response) => {
        const drip = setInterval(() => response.write('.'), 100);
        response.on('close', () => clearInterval(drip));
      },
      504,
      'address-timeout',
    ],
    [
      'does not have it',
      (_request, response) => void response.writeHead(404).end(),
      502,
      'address-failed',
    ],
    ['redirects for ever', redirect('/'), 502, 'address-failed'],
    ['redirects to nowhere', redirect('http://'), 502, 'address-failed'],
    ['sends nothing at all', give(''), 400, 'invalid-request'],
    ['sends what can run', give('MZ' + '\0'.repeat(100)), 415, 'file-type-not-allowed'],
  ])('%s', async (_case, answer, status, code) => {
    answers.set('/', answer);
    const { body } = await uploadFrom(addressOf('/')).expect(status);
    expect(body).toEqual(envelope(status, code));
  });

  test('is not there', async () => {
    const { body } = await uploadFrom('http://127.0.0.1:1/').expect(502);
    expect(body).toEqual(envelope(502, 'address-failed'));
  });

  test('sends another file than was meant', async () => {
    answers.set('/', give('hullo'));
    const { body } = await uploadFrom(addressOf('/'), { sha256: sha256('hello') }).expect(422);
    expect(body).toEqual(envelope(422, 'digest-mismatch', { received: sha256('hullo') }));
  });

  test('is left alone when the bot has gone', async () => {
    const isOver = new Promise<void>((resolve) =>
      answers.set('/', (request) => request.socket.on('close', () => resolve()))
    );
    const sending = uploadFrom(addressOf('/'));
    void sending.timeout(300).catch(() => undefined);
    await isOver;
  });
});

test('with a key it is fetched to the end when the bot has gone, who finds the answer', async () => {
  answers.set('/slow.txt', (_request, response) => {
    setTimeout(() => response.end('slow'), 600);
  });
  const send = () => uploadFrom(addressOf('/slow.txt')).set('Idempotency-Key', 'impatient');
  await expect(send().timeout(300)).rejects.toThrow();
  await until('it is there', async () => (await send()).status === 201);
  expect((await send().expect(201)).headers['idempotency-replayed']).toBe('true');
  expect(asked).toHaveLength(1);
});

test('what is refused leaves no row and no file', async () => {
  const before = [await countRows(site, 'files'), await storedFiles(site)];
  answers.set('/', give(Buffer.alloc(LIMIT + 1)));
  await uploadFrom(addressOf('/')).expect(413);
  expect([await countRows(site, 'files'), await storedFiles(site)]).toEqual(before);
});
