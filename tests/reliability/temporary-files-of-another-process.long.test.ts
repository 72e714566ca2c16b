import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { clockAhead } from '../support/clock';
import { binary } from '../support/files';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { until } from '../support/until';
import { endOfForm, formType, startOfFile } from './form';
import { openRequest, write, type OpenRequest } from './raw-http';

/** Too large to be kept in memory, so it is written to the folder. */
const LARGE = binary(2_000_000);
const PROCESS_ONE = path.resolve(__dirname, '../support/as-process-one.cjs');

let temporary: string;
let one: ServerProcess;
let other: ServerProcess;
let start: () => Promise<ServerProcess>;

beforeAll(async () => {
  temporary = await mkdtemp(path.join(tmpdir(), 'shared-temp-'));
  const env = { TMPDIR: temporary, NODE_OPTIONS: `--require "${PROCESS_ONE}"` };
  start = () => startServerProcess({ env });
  one = await start();
});
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await rm(temporary, { recursive: true, force: true });
});

/** Paths of files below the folder. Repeats, as Node's listing fails when a folder in it is removed meanwhile. */
const names = async (): Promise<string[]> => {
  try {
    const all = await readdir(temporary, { recursive: true });
    return all.filter((name) => /material-\w+\/./.test(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return names();
  }
};

const received = async (): Promise<string[]> =>
  (await names()).filter((name) => name.endsWith('/0'));

/** Sends half of a large file. */
const begin = async ({ url, token }: ServerProcess) => {
  const before = await received();
  const upload = openRequest(`${url}/api/bot/materials`, {
    headers: { ...formType, Authorization: `Bearer ${token}`, 'Transfer-Encoding': 'chunked' },
  });
  await write(upload, startOfFile(LARGE));
  await write(upload, LARGE.content);
  await until('it is in the folder', async () => (await received()).length > before.length);
  const [directory] = (await received()).filter((name) => !before.includes(name));
  return { ...upload, directory };
};

const end = ({ request, answer }: OpenRequest) => {
  request.end(Buffer.concat([LARGE.content, endOfForm]));
  return answer;
};

test('what a process has received is left alone by another one, even if each is number 1', async () => {
  const here = await begin(one);
  other = await start();
  const there = await begin(other);
  expect(await received()).toHaveLength(2);
  expect((await end(here)).status).toBe(201);
  expect((await end(there)).status).toBe(201);
  expect(await names()).toEqual([]);
});

test('what a process has received is left alone by others whose clocks are ahead or behind', async () => {
  const others = await Promise.all(
    [300, -300].map((seconds) =>
      startServerProcess({ env: { TMPDIR: temporary, ...clockAhead(seconds) } })
    )
  );
  const uploads = [];
  for (const each of [one, ...others]) uploads.push(await begin(each));
  // Every ten seconds each process touches its own files, and deletes files that nobody touches.
  await pause(11_000);
  expect(await received()).toHaveLength(3);
  for (const upload of uploads) expect((await end(upload)).status).toBe(201);
  await Promise.all(others.map((each) => each.stop()));
}, 120_000);

test('what a killed process has left goes once it is untouched for too long', async () => {
  const here = await begin(one);
  const there = await begin(other);
  await other.kill9();
  const old = new Date(Date.now() - 10 * 60_000);
  const left = path.dirname(path.join(temporary, there.directory));
  await utimes(left, old, old);
  other = await other.restart();
  await until('they are gone', async () => {
    const still = await names();
    return still.every((name) => name.startsWith(path.dirname(here.directory)));
  });
  expect((await end(here)).status).toBe(201);
});
