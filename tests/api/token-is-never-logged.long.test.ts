import { createBot } from '../support/bot';
import { startServerProcess, type ServerProcess } from '../support/server-process';

const CURRENT = 'current-secret-of-the-fleet';
const PREVIOUS = 'previous-secret-of-the-fleet';
const WRONG = 'wrong-secret-of-somebody';

let server: ServerProcess;
let preview: string;

beforeAll(async () => {
  server = await startServerProcess({
    env: { LOG_LEVEL: 'debug', BOT_API_TOKEN: CURRENT, BOT_API_TOKEN_PREVIOUS: PREVIOUS },
  });
  for (const token of [CURRENT, PREVIOUS, WRONG]) {
    const bot = createBot({ url: server.url, token });
    await bot.request('get', `/publications?token=${token}`);
    await bot.request('post', '/publications').type('json').send('{');
    await bot.request('get', '/unknown');
  }
  const bot = createBot({ url: server.url, token: CURRENT });
  const { id } = await bot.createPublication({ title: 'Secret' });
  const { body } = await bot.request('post', `/publications/${id}/preview`).expect(200);
  const { pathname } = new URL(body.url as string);
  preview = pathname.split('/').at(-1) ?? '';
  for (const path of [pathname, pathname.toUpperCase(), `${pathname}/more`]) {
    await fetch(`${server.url}${path}?from=mail`);
  }
  expect((await fetch(`${server.url}${pathname.replaceAll('.', '%2E')}`)).status).toBe(200);
});
afterAll(() => server.stop());

test('requests are in the log', () => {
  expect(server.log).toContain('/api/bot/publications');
});

test.each([CURRENT, PREVIOUS, WRONG])('the token %s is not in the log', (token) => {
  expect(server.log).not.toContain(token);
});

test('what opens a preview is not in the log', () => {
  expect(server.log).toContain('/works/preview/[token]');
  const [, payload = '', signature = ''] = preview.split('.');
  expect(server.log).not.toContain(payload);
  expect(server.log).not.toContain(signature);
});
