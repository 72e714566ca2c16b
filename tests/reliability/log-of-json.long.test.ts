import { createBot } from '../support/bot';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { until } from '../support/until';

const SECRET = 'secret-of-the-fleet-in-json';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({
    env: { LOG_FORMAT: 'json', LOG_LEVEL: 'http', BOT_API_TOKEN: SECRET },
  });
});
afterAll(() => server.stop());

/** Parses the complete lines of the log. */
const lines = (): Record<string, unknown>[] =>
  server.log
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Sends a request with this id, and returns its line in the log. */
const lineOf = async (id: string, path: string, headers: Record<string, string> = {}) => {
  await fetch(`${server.url}${path}`, { headers: { 'X-Request-Id': id, ...headers } });
  const line = () => lines().find(({ requestId }) => requestId === id);
  // The server's output may arrive after its answer.
  await until(`the request ${id} is in the log`, () => line() !== undefined);
  return line();
};

test('a request of the bot is a line with its facts', async () => {
  const { id } = await createBot({ url: server.url, token: SECRET }).createPublication({
    title: 'A work',
  });
  const authorization = `Bearer ${SECRET}`;
  expect(await lineOf('of-bot', `/api/bot/publications/${id}?x=1`, { authorization })).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    level: 'http',
    message: expect.stringContaining('GET') as string,
    requestId: 'of-bot',
    method: 'GET',
    route: '/publications/:id',
    path: `/api/bot/publications/${id}`,
    status: 400,
    ms: expect.any(Number) as number,
    actor: 'bot',
  });
});

test('a request without the token has no actor', async () => {
  const line = await lineOf('of-nobody', '/api/bot/publications');
  expect(line).toMatchObject({ status: 401, actor: null });
});

test('a page is such a line too', async () => {
  const line = await lineOf('of-page', '/works/none?secret=1');
  expect(line).toMatchObject({
    route: '/works/:slug(.+)',
    path: '/works/none',
    status: 404,
    actor: null,
  });
});

test('each line is a JSON object, without colours and secrets', () => {
  for (const line of lines()) {
    expect(Object.keys(line)).toEqual(expect.arrayContaining(['time', 'level', 'message']));
  }
  expect(server.log).not.toContain('\\u001b[');
  expect(server.log).not.toContain(SECRET);
});
