import { createBot } from '../support/bot';
import { startServerProcess, type ServerProcess } from '../support/server-process';

const CURRENT = 'current-secret-of-the-fleet';
const PREVIOUS = 'previous-secret-of-the-fleet';
const WRONG = 'wrong-secret-of-somebody';

let server: ServerProcess;

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
});
afterAll(() => server.stop());

test('requests are in the log', () => {
  expect(server.log).toContain('/api/bot/publications');
});

test.each([CURRENT, PREVIOUS, WRONG])('the token %s is not in the log', (token) => {
  expect(server.log).not.toContain(token);
});
