import { createBot } from '../support/bot';
import { binary } from '../support/files';
import { startObjectStorage } from '../support/object-storage';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { until } from '../support/until';
import { endOfForm, formType, startOfFile } from '../reliability/form';
import { openRequest, sendRequest, write, type OpenRequest } from '../reliability/raw-http';
import { storedNames } from '../reliability/rows';

/** Time in seconds for running requests and removals to finish (`limits.stopSeconds`). */
const STOP_SECONDS = 20;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const beginUpload = async (server: ServerProcess): Promise<OpenRequest> => {
  const upload = openRequest(`${server.url}/api/bot/materials`, {
    headers: {
      ...formType,
      Authorization: `Bearer ${server.token}`,
      'Transfer-Encoding': 'chunked',
    },
  });
  await write(upload, startOfFile(binary()));
  await write(upload, binary().content);
  await pause(1_000);
  return upload;
};

/** Jest has its own class `Error`, so `instanceof` does not recognize errors of Node. */
const isFault = (answer: object): answer is NodeJS.ErrnoException => 'code' in answer;

test('an upload that runs is finished, new requests are refused, and the process ends with 0', async () => {
  const server = await startServerProcess();
  const upload = await beginUpload(server);
  process.kill(server.pid, 'SIGTERM');
  const requestHandshake = () =>
    sendRequest(`${server.url}/api/bot/publications`, {
      method: 'GET',
      headers: { Authorization: `Bearer ${server.token}` },
    }).catch((error: NodeJS.ErrnoException) => error);
  let late = await requestHandshake();
  await until('new requests are refused', async () => {
    if (isFault(late) || late.status !== 200) return true;
    late = await requestHandshake();
    return false;
  });
  const refused = late;
  if (isFault(refused)) {
    expect(['ECONNREFUSED', 'ECONNRESET']).toContain(refused.code);
  } else {
    expect(refused.status).toBe(503);
    expect(JSON.parse(refused.text).error.details.code).toBe('site-stopping');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }

  upload.request.end(Buffer.concat([binary().content, endOfForm]));
  const answer = await upload.answer;
  expect(answer.status).toBe(201);
  const ended = Date.now();
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(Date.now() - ended).toBeLessThan(STOP_SECONDS * 750);
  expect(await storedNames(server)).toHaveLength(1);
  await server.stop();
});

test('an idle site ends with 0 at once, and what it was told is kept', async () => {
  const server = await startServerProcess();
  const { id } = await createBot(server).createPublication({ title: 'Kept' });
  process.kill(server.pid, 'SIGTERM');
  const begun = Date.now();
  expect(await server.exited).toEqual({ code: 0, signal: null });
  // The stop is quick; waiting for anything would take all of the time.
  expect(Date.now() - begun).toBeLessThan(STOP_SECONDS * 750);
  const again = await server.restart();
  expect((await createBot(again).get(id)).title).toBe('Kept');
  expect(await again.stop()).toEqual({ code: 0, signal: null });
});

test('neither a sender nor a storage that never ends keeps the site from stopping', async () => {
  const storage = await startObjectStorage();
  const server = await startServerProcess({ env: storage.env });
  const bot = createBot(server);
  const media = [await bot.upload(binary())];
  const { id } = await bot.createPublication({ title: 'Gone', media });
  let isHanging = false;
  storage.gate = async ({ method }) => {
    if (method === 'DELETE') await new Promise(() => (isHanging = true));
  };
  await bot.remove(id);
  await until('the storage is asked to forget', () => isHanging);

  const upload = await beginUpload(server);
  // A slow upload that never pauses is not cut off as stalled.
  const drip = setInterval(() => void write(upload, binary().content), 1_000);
  process.kill(server.pid, 'SIGTERM');
  const begun = Date.now();
  const exit = await server.exited;
  clearInterval(drip);
  upload.request.destroy();
  expect(exit).toEqual({ code: 0, signal: null });
  expect(Date.now() - begun).toBeLessThan((STOP_SECONDS + 8) * 1000);
  await server.stop();
  await storage.stop();
}, 120_000);
