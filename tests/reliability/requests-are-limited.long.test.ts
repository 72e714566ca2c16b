import supertest from 'supertest';

import { codeOf } from '../support/envelope';
import { startSite, type Site } from '../support/site';

const WRONG_TOKENS = 3;
const REQUESTS = 150;
const SECONDS = 5;

let site: Site;
beforeAll(async () => {
  site = await startSite({
    env: { TRUST_PROXY: 'true' },
    register: (strapi) => {
      strapi.config.set('plugin::bot.rateLimit', {
        requests: REQUESTS,
        requestSeconds: 60,
        wrongTokens: WRONG_TOKENS,
        wrongTokenSeconds: SECONDS,
      });
    },
  });
});
afterAll(() => site.stop());

const sendRequest = (
  token: string,
  address: string,
  path = '/publications',
  method: 'get' | 'post' = 'get'
) =>
  supertest(site.url)
    [method](`/api/bot${path}`)
    .set('Authorization', `Bearer ${token}`)
    .set('X-Forwarded-For', address);

const guess = async (address: string, path?: string, method?: 'get' | 'post') => {
  for (let guesses = 0; guesses < WRONG_TOKENS; guesses += 1) {
    await sendRequest('wrong', address, path, method).expect(401);
  }
};

test('429 with Retry-After after too many wrong tokens from one address', async () => {
  await guess('192.0.2.1');
  const answer = await sendRequest('wrong', '192.0.2.1').expect(429);
  expect(codeOf(answer)).toBe('too-many-wrong-tokens');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(SECONDS);
  expect(answer.headers['ratelimit-policy']).toBe(`"wrong-tokens";q=${WRONG_TOKENS};w=${SECONDS}`);
  expect(answer.headers.ratelimit).toBe(`"wrong-tokens";r=0;t=${answer.headers['retry-after']}`);
});

test('the right token is let in from that address all the same', async () => {
  await guess('192.0.2.2');
  await sendRequest('wrong', '192.0.2.2').expect(429);
  const { headers } = await sendRequest(site.token, '192.0.2.2').expect(200);
  expect(headers['ratelimit-policy']).toBe(`"bot";q=${REQUESTS};w=60`);
  await sendRequest('wrong', '192.0.2.2').expect(429);
});

test('another address is not affected', async () => {
  await guess('192.0.2.3');
  await sendRequest(site.token, '192.0.2.4').expect(200);
  await sendRequest('wrong', '192.0.2.4').expect(401);
});

test('after the time that it was told, the address may ask again', async () => {
  await guess('192.0.2.5');
  const { headers } = await sendRequest('wrong', '192.0.2.5').expect(429);
  await new Promise((resolve) => setTimeout(resolve, Number(headers['retry-after']) * 1000 + 100));
  await sendRequest('wrong', '192.0.2.5').expect(401);
});

test.each([
  ['an unknown path', '/nothing', 'get', '198.51.100.1'],
  ['a path that ends like health', '/publications/health', 'get', '198.51.100.2'],
  ['an unknown path that ends like health', '/a/b/health/', 'get', '198.51.100.3'],
  ['another verb on health', '/health', 'post', '198.51.100.4'],
] as const)(
  'a wrong token counts wherever it is sent: %s',
  async (_case, path, method, address) => {
    await guess(address, path, method);
    await sendRequest('wrong', address, path, method).expect(429);
  }
);

test('a missing token is no guess', async () => {
  for (let requests = 0; requests <= WRONG_TOKENS; requests += 1) {
    await supertest(site.url)
      .get('/api/bot/publications')
      .set('X-Forwarded-For', '192.0.2.7')
      .expect(401);
  }
  await sendRequest(site.token, '192.0.2.7').expect(200);
});

test('strangers have a limit for each address, and take nothing from that of the bot', async () => {
  const sendWithoutToken = (address: string) =>
    supertest(site.url).get('/api/bot/publications').set('X-Forwarded-For', address);
  const left = ({ headers }: { headers: Record<string, string> }) =>
    Number(/^"bot";r=(\d+);t=\d+$/.exec(headers.ratelimit)?.[1]);

  const before = left(await sendRequest(site.token, '192.0.2.20').expect(200));
  const first = await sendWithoutToken('192.0.2.20').expect(401);
  expect(first.headers['ratelimit-policy']).toBe(`"address";q=${REQUESTS};w=60`);
  expect(first.headers.ratelimit).toMatch(new RegExp(`^"address";r=${REQUESTS - 1};t=\\d+$`));
  for (let requests = 1; requests < REQUESTS; requests += 1) {
    await sendWithoutToken('192.0.2.20').expect(401);
  }
  const refused = await sendWithoutToken('192.0.2.20').expect(429);
  expect(codeOf(refused)).toBe('too-many-requests');
  expect(refused.headers.ratelimit).toBe(`"address";r=0;t=${refused.headers['retry-after']}`);

  await sendWithoutToken('192.0.2.21').expect(401);
  expect(left(await sendRequest(site.token, '192.0.2.20').expect(200))).toBe(before - 1);
});

test('each answer tells the limit, what is left of it, and until when', async () => {
  const first = await sendRequest(site.token, '192.0.2.8').expect(200);
  expect(first.headers['ratelimit-policy']).toBe(`"bot";q=${REQUESTS};w=60`);
  expect(first.headers.ratelimit).toMatch(/^"bot";r=\d+;t=\d+$/);
  const left = (value: string) => Number(/r=(\d+)/.exec(value)?.[1]);
  const second = await sendRequest(site.token, '192.0.2.9').expect(200);
  expect(left(second.headers.ratelimit)).toBe(left(first.headers.ratelimit) - 1);
});

test('429 with Retry-After and RateLimit after too many requests in all; health goes on', async () => {
  let answer = await sendRequest(site.token, '192.0.2.10');
  for (let requests = 1; requests <= REQUESTS && answer.status === 200; requests += 1) {
    answer = await sendRequest(site.token, `192.0.2.${requests % 200}`);
  }
  expect(answer.status).toBe(429);
  expect(codeOf(answer)).toBe('too-many-requests');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(answer.headers['ratelimit-policy']).toBe(`"bot";q=${REQUESTS};w=60`);
  expect(answer.headers.ratelimit).toBe(`"bot";r=0;t=${answer.headers['retry-after']}`);

  for (const path of ['/health', '/health/', '/HEALTH']) {
    const health = await supertest(site.url).get(`/api/bot${path}`).expect(200);
    expect(health.headers.ratelimit).toBeUndefined();
  }
});

test('without a trusted proxy, X-Forwarded-For changes nothing', async () => {
  await site.stop();
  site = await startSite({
    register: (strapi) => {
      strapi.config.set('plugin::bot.rateLimit.wrongTokens', WRONG_TOKENS);
    },
  });
  for (let guesses = 0; guesses < WRONG_TOKENS; guesses += 1) {
    await sendRequest('wrong', `192.0.2.${guesses}`).expect(401);
  }
  await sendRequest('wrong', '192.0.2.99').expect(429);
});
