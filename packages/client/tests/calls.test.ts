import { BotError, createClient } from '../src';
import { timesOf } from '../src/http/call';

import { answering, refused, type Scripted, type ScriptedSite } from './scripted-site';

let site: ScriptedSite;
const siteThat = async (...answers: Scripted[]) => (site = await answering(...answers));
afterEach(() => site?.stop());

const created = { status: 201, headers: { ETag: '"a"' }, body: { id: 'p1' } };
const keysOf = ({ received }: ScriptedSite) =>
  received.map(({ headers }) => headers['idempotency-key']);

test.each<[string, Scripted]>([
  ['a broken connection', 'hang up'],
  ['an error that passes', refused('database-unavailable')],
  ['a proxy that has lost the site', { status: 502, text: '<h1>Bad Gateway</h1>' }],
  ['a fault of the site', refused('internal-error')],
])('after %s the same request is sent again, with the same key', async (_what, fault) => {
  const { client, received } = await siteThat(fault, fault, created);
  expect(await client.publications.create({ title: 'a' })).toEqual({ id: 'p1', etag: '"a"' });
  expect(received).toHaveLength(3);
  expect(new Set(keysOf(site)).size).toBe(1);
  expect(keysOf(site)[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});

test('reads are tried for 30 seconds, writes for 2 minutes, and large bodies for longer', () => {
  expect(timesOf('GET')).toEqual({ timeout: 30_000, within: 30_000 });
  expect(timesOf('POST', '{}')).toEqual({ timeout: 30_000, within: 120_000 });
  expect(timesOf('POST', new Blob(['a'.repeat(64_000)])).timeout).toBe(32_000);
});

test('two calls have two keys, and a call has the one that it is given', async () => {
  const { client } = await siteThat(created);
  await client.publications.create({ title: 'a' });
  await client.publications.create({ title: 'a' });
  await client.publications.create({ title: 'a' }, { key: 'mine' });
  expect(new Set(keysOf(site)).size).toBe(3);
  expect(keysOf(site)[2]).toBe('mine');
});

test('that the first try is still running is waited for, however few tries there are', async () => {
  const running = refused('idempotency-key-in-use', { 'Retry-After': '0' });
  const { address } = await siteThat('hang up', running, running, running, created);
  const limits = { tries: 2, firstPause: 5 };
  const client = createClient({ address, token: 'secret', patience: limits });
  expect((await client.publications.create({ title: 'a' })).id).toBe('p1');
});

test('where it runs for too long, the error has the key to ask again with', async () => {
  const { address } = await siteThat(refused('idempotency-key-in-use'));
  const client = createClient({ address, token: 't', patience: { within: 30, firstPause: 10 } });
  await expect(client.publications.create({ title: 'a' }, { key: 'k' })).rejects.toMatchObject({
    code: 'idempotency-key-in-use',
    retryable: true,
    key: 'k',
  });
});

test('Retry-After is waited for, in seconds and as a date by the clock of the site', async () => {
  const inTwoSeconds = { Date: 'Tue, 01 Jan 2030 00:00:00 GMT' };
  const { client } = await siteThat(
    refused('images-busy', { 'Retry-After': '1' }),
    refused('images-busy', { ...inTwoSeconds, 'Retry-After': 'Tue, 01 Jan 2030 00:00:01 GMT' }),
    created
  );
  const begun = performance.now();
  await client.publications.create({ title: 'a' });
  expect(performance.now() - begun).toBeGreaterThanOrEqual(1_990);
  expect(performance.now() - begun).toBeLessThan(4_000);
});

test('what a site asks to wait for longer than the patience is told at once', async () => {
  const { client } = await siteThat(refused('bot-paused', { 'Retry-After': '3600' }));
  const refusal = client.publications.get('p1');
  await expect(refusal).rejects.toMatchObject({ code: 'bot-paused', retryAfter: 3_600_000 });
});

test.each([
  'token-invalid',
  'token-not-configured',
  'invalid-request',
  'external-id-taken',
] as const)('%s is not tried again', async (code) => {
  const { client, received } = await siteThat(refused(code), created);
  const refusal = client.publications.create({ title: 'a' });
  await expect(refusal).rejects.toMatchObject({ code, retryable: false });
  expect(received).toHaveLength(1);
});

test('an error says code, status, request id, details, and each wrong field', async () => {
  const errors = [{ path: ['title'], message: 'title must not be empty' }];
  const { client } = await siteThat(
    refused('invalid-request', { 'X-Request-Id': 'r-7' }, { errors })
  );
  const error = await client.publications.create({ title: '' }).catch((it: unknown) => it);
  expect(error).toBeInstanceOf(BotError);
  expect(error).toMatchObject({ code: 'invalid-request', status: 400, requestId: 'r-7', errors });
});

test('tries end, with the last error', async () => {
  const { address, received } = await siteThat('hang up');
  const retried: string[] = [];
  const client = createClient({
    address,
    token: 't',
    patience: { tries: 4, firstPause: 5 },
    onRetry: ({ code }) => retried.push(code),
  });
  await expect(client.publications.get('p1')).rejects.toMatchObject({
    code: 'no-answer',
    status: 0,
    retryable: true,
  });
  expect(received).toHaveLength(4);
  expect(retried).toEqual(['no-answer', 'no-answer', 'no-answer']);
});

test.each<[string, Scripted]>([
  ['refuses connections', 'hang up'],
  ['never answers', 'no answer'],
])('a site that %s is tried for the time that there is, to its end', async (_what, answer) => {
  const { address } = await siteThat(answer);
  const limits = { within: 1_500, firstPause: 5 };
  const begun = performance.now();
  const refusal = createClient({ address, token: 't', patience: limits }).publications.get('p1');
  await expect(refusal).rejects.toMatchObject({ code: 'no-answer' });
  expect(performance.now() - begun).toBeGreaterThan(490);
  expect(performance.now() - begun).toBeLessThan(3_000);
});

test.each(['ENOTFOUND', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_SSL_NO_PROTOCOL'])(
  'a failure with %s, which does not pass by itself, is told at once',
  async (code) => {
    const send = jest.fn<Promise<Response>, []>(() => {
      const cause = Object.assign(new Error(''), { code });
      return Promise.reject(new TypeError('fetch failed', { cause }));
    });
    const elsewhere = createClient({ address: 'http://no.example', token: 't', fetch: send });
    const error = { code: 'no-answer', message: code, retryable: true };
    await expect(elsewhere.publications.get('p1')).rejects.toMatchObject(error);
    expect(send).toHaveBeenCalledTimes(1);
  }
);

test('a paused bot, and a port that fetch blocks, are told at once', async () => {
  const { client, received } = await siteThat(refused('bot-paused', { 'Retry-After': '1' }));
  await expect(client.publications.get('p1')).rejects.toMatchObject({ code: 'bot-paused' });
  expect(received).toHaveLength(1);
  const onRetry = jest.fn();
  const elsewhere = createClient({ address: 'http://127.0.0.1:9', token: 't', onRetry });
  await expect(elsewhere.publications.get('p1')).rejects.toMatchObject({ message: 'bad port' });
  expect(onRetry).not.toHaveBeenCalled();
});

test('a signal ends a call and its pauses, with its reason', async () => {
  const { client, received } = await siteThat(refused('storage-full', { 'Retry-After': '20' }));
  const signal = AbortSignal.timeout(100);
  await expect(client.publications.get('p1', { signal })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  expect(received).toHaveLength(1);
});

test('no redirect is followed, as the token is for the site alone', async () => {
  const elsewhere = await answering({ status: 200, body: [] });
  const { client } = await siteThat({ status: 301, headers: { Location: elsewhere.address } });
  await expect(client.publications.get('p1')).rejects.toThrow(`redirected to ${elsewhere.address}`);
  expect(elsewhere.received).toEqual([]);
  await elsewhere.stop();
});

test('pages are followed on the address that the client has, whatever site the Link names', async () => {
  const link = '<https://other.example/api/bot/publications?cursor=c2>; rel="next"';
  const { client, received } = await siteThat(
    { status: 200, headers: { Link: link }, body: [{ id: 'a' }, { id: 'b' }] },
    { status: 200, body: [{ id: 'c' }] }
  );
  const list = client.publications.list({ limit: 2, createdAfter: new Date(0) });
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(received.map(({ path }) => path)).toEqual([
    '/api/bot/publications?limit=2&createdAfter=1970-01-01T00%3A00%3A00.000Z',
    '/api/bot/publications?limit=2&createdAfter=1970-01-01T00%3A00%3A00.000Z&cursor=c2',
  ]);
});

const shown = (body: string, etag: string) => ({ body: { id: 'p1', body }, etag });
const got = (body: string, etag: string) => ({
  status: 200,
  headers: { ETag: etag },
  body: { id: 'p1', body },
});

test('an update by a function is made again with what somebody else has written meanwhile', async () => {
  const theirs = shown('theirs', '"2"');
  const { client, received } = await siteThat(
    got('old', '"1"'),
    refused('precondition-failed', {}, { publication: theirs.body, etag: theirs.etag }),
    got('theirs and mine', '"3"')
  );
  const updated = await client.publications.update('p1', ({ body }) => ({
    body: `${body} and mine`,
  }));
  expect(updated.etag).toBe('"3"');
  expect(received.slice(1).map(({ headers, body }) => [headers['if-match'], body])).toEqual([
    ['"1"', '{"body":"old and mine"}'],
    ['"2"', '{"body":"theirs and mine"}'],
  ]);
  expect(keysOf(site)[1]).not.toBe(keysOf(site)[2]);
});

test('such an update ends after so many tries, and sends nothing where nothing is to change', async () => {
  const outrun = refused('precondition-failed', {}, { publication: { id: 'p1' }, etag: '"2"' });
  const { client, received } = await siteThat(got('old', '"1"'), outrun);
  const refusal = client.publications.update('p1', () => ({ body: 'x' }), { tries: 3 });
  await expect(refusal).rejects.toMatchObject({ code: 'precondition-failed' });
  expect(received).toHaveLength(4);
  await site.stop();

  const { client: other, received: asked } = await siteThat(got('old', '"1"'));
  expect((await other.publications.update('p1', () => undefined)).body).toBe('old');
  expect(asked).toHaveLength(1);
});

test('the token goes with each request but that for health', async () => {
  const { client, received } = await siteThat({ status: 200, body: { ok: true, site: 's' } });
  await client.health();
  await client.webhooks.list();
  expect(received.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    'Bearer secret',
  ]);
});

test('of a site that is older than the handshake nothing is told', async () => {
  const { client } = await siteThat(refused('route-not-found'));
  expect(await client.about()).toBeUndefined();
  expect(await client.ready()).toBeUndefined();
});

test('what a site that does badly says with 503 is an answer', async () => {
  const checks = [{ name: 'database', status: 'failed', message: 'It does not answer' }];
  const { client, received } = await siteThat(
    { status: 503, body: { ok: false, site: 's' } },
    { status: 503, body: { status: 'failed', site: 's', checks } },
    { status: 503, text: 'No upstream' }
  );
  expect(await client.health()).toEqual({ ok: false, site: 's' });
  expect(await client.ready()).toMatchObject({ status: 'failed', checks });
  await expect(client.health()).rejects.toMatchObject({ code: 'unexpected-answer' });
  expect(received).toHaveLength(3);
});
