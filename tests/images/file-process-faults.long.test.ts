import childProcess from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

import sharp from 'sharp';

import { webpOfOneColour } from '../reliability/hostile-files';
import { createBot, type Bot } from '../support/bot';
import { codeOf } from '../support/envelope';
import { png } from '../support/files';
import { fileProcesses } from '../support/file-processes';
import { SECRET } from '../support/images/make';
import { uploadImage } from '../support/images/uploaded';
import { startSite, type Site } from '../support/site';
import { until } from '../support/until';

const MEBIBYTE = 1024 * 1024;

let site: Site;
let bot: Bot;
let picture: Buffer;
beforeAll(async () => {
  picture = (await png({ width: 300, height: 200 })).content;
  site = await startSite({
    register: (strapi) => {
      strapi.config.set('plugin::bot.limits.imageSeconds', 1);
      // Many formats, which take seconds for large images; small images get none.
      const copies = Array.from({ length: 20 }, (_, index) => [`copy${index}`, 2_980 - index]);
      strapi.config.set('plugin::upload.breakpoints', Object.fromEntries(copies));
      strapi.config.set('plugin::bot.limits.imagesWaitingBytes', 1);
      strapi.config.set('plugin::bot.limits.imageMemoryBytes', 200 * MEBIBYTE);
    },
  });
  bot = createBot(site);
});
afterAll(() => site.stop());

const upload = (headers: Record<string, string> = {}) =>
  bot.request('post', '/materials').set(headers).attach('file', picture, 'a.png');

/** Starts an upload, and resolves when the file process is working on it. */
const uploadIsAtWork = async (headers?: Record<string, string>) => {
  const uploads: { getSettings: () => Promise<unknown> } = site.strapi
    .plugin('upload')
    .service('upload');
  const settings = jest.spyOn(uploads, 'getSettings');
  const request = upload(headers);
  const answering = request.then(
    (answer) => answer,
    () => undefined
  );
  // Reading the settings is the last step before the image goes to the process.
  await until('the settings are asked for', () => settings.mock.results.length > 0);
  await settings.mock.results[0]?.value;
  await pause(50);
  settings.mockRestore();
  return { request, answering };
};

const hasEnded = async (pid: number): Promise<boolean> => !(await fileProcesses()).includes(pid);

/** Kills all file processes and starts one, which processes the next image. */
const onlyProcess = async (): Promise<number> => {
  for (const pid of await fileProcesses()) process.kill(pid, 'SIGKILL');
  await until('all are gone', async () => (await fileProcesses()).length === 0);
  await upload().expect(201);
  const [pid] = await fileProcesses();
  if (pid === undefined) throw new Error('There is no file process');
  return pid;
};

test('a process that is stuck is ended, its picture given to another one; nobody else is held up', async () => {
  const pid = await onlyProcess();
  process.kill(pid, 'SIGSTOP');
  let isHanging = true;
  const hanging = upload().then((answer) => {
    isHanging = false;
    return answer;
  });
  await upload().expect(201);
  await upload().expect(201);
  expect(isHanging).toBe(true);
  const { status, body } = await hanging;
  expect([status, body.type]).toEqual([201, 'image']);
  await until('it is gone', () => hasEnded(pid));
}, 120_000);

test('a picture that two processes crash over is stored as a file', async () => {
  const pid = await onlyProcess();
  process.kill(pid, 'SIGSTOP');
  const { answering } = await uploadIsAtWork();
  const { fork } = childProcess;
  // Suspends the second process before it can start.
  const second = new Promise<number>((resolve) => {
    jest.spyOn(childProcess, 'fork').mockImplementationOnce((file, options) => {
      const child = fork(file, [], { ...options, execPath: process.execPath });
      process.kill(child.pid ?? 0, 'SIGSTOP');
      resolve(child.pid ?? 0);
      return child;
    });
  });
  process.kill(pid, 'SIGKILL');
  process.kill(await second, 'SIGKILL');
  jest.restoreAllMocks();
  const answer = await answering;
  expect([answer?.status, answer?.body.type]).toEqual([201, 'file']);
});

test('a picture whose process crashes is given to another one', async () => {
  const pid = await onlyProcess();
  process.kill(pid, 'SIGSTOP');
  const { answering } = await uploadIsAtWork();
  process.kill(pid, 'SIGSEGV');
  process.kill(pid, 'SIGCONT');
  expect((await answering)?.status).toBe(201);
  await until('it is gone', () => hasEnded(pid));
});

test.each([
  {
    how: 'there is no such program',
    start: (fork: typeof childProcess.fork) => (file: string, options: childProcess.ForkOptions) =>
      fork(file, [], { ...options, execPath: '/nowhere/node' }),
  },
  {
    how: 'the machine has no memory',
    start: () => () => {
      throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' });
    },
  },
  {
    how: 'no more files can be opened',
    start: () => () => {
      // Node gives a process that has no pipes.
      const child = new childProcess.ChildProcess();
      process.nextTick(() => child.emit('error', new Error('spawn EMFILE')));
      return child;
    },
  },
])(
  '503, and the next picture is taken: no file process can be started, $how',
  async ({ start }) => {
    const pid = await onlyProcess();
    process.kill(pid, 'SIGKILL');
    await until('it is gone', () => hasEnded(pid));
    const { fork } = childProcess;
    const broken = jest.spyOn(childProcess, 'fork').mockImplementation(start(fork) as typeof fork);
    try {
      const answer = await upload();
      expect([answer.status, codeOf(answer)]).toEqual([503, 'images-unavailable']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      broken.mockRestore();
    }
    await upload().expect(201);
  }
);

test('work on a picture with a key goes on when its client has gone, who finds the answer', async () => {
  const pid = await onlyProcess();
  process.kill(pid, 'SIGSTOP');
  const key = { 'Idempotency-Key': 'impatient' };
  const { request, answering } = await uploadIsAtWork(key);
  request.abort();
  process.kill(pid, 'SIGCONT');
  void answering;
  expect(codeOf(await upload(key))).toBe('idempotency-key-in-use');
  await until('it is ready', async () => (await upload(key)).status === 201);
  const { headers } = await upload(key).expect(201);
  expect(headers['idempotency-replayed']).toBe('true');
});

test('work on a picture ends when its client has gone', async () => {
  const pid = await onlyProcess();
  process.kill(pid, 'SIGSTOP');
  const { request } = await uploadIsAtWork();
  request.abort();
  await until('the process is gone', () => hasEnded(pid));
});

test('503: more pictures than may wait; those that wait are all answered', async () => {
  await onlyProcess();
  await Promise.all([upload().expect(201), upload().expect(201)]);
  const pids = await fileProcesses();
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  const answering = Array.from({ length: 6 }, () => upload().then((answer) => answer));
  const busy = await Promise.any(
    answering.map(async (answer) => {
      const { status } = await answer;
      if (status !== 503) throw new Error('It was taken');
      return answer;
    })
  );
  expect(codeOf(busy)).toBe('images-busy');
  expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0);
  for (const pid of pids) process.kill(pid, 'SIGCONT');
  const statuses = (await Promise.all(answering)).map(({ status }) => status);
  expect([...new Set(statuses)].sort()).toEqual([201, 503]);
  // Three uploads succeed at least: two in progress and one waiting.
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(3);
});

/** Returns the stored result of an upload: its kind of material, and whether any file has the location. */
const storedOf = async (content: Buffer, name: string) => {
  const { answer, row, original, formats } = await uploadImage(site, bot, content, name);
  return {
    type: answer.type,
    mime: row.mime,
    ext: row.ext,
    copies: formats.length,
    hasSecret: original.bytes.includes(SECRET),
  };
};

test('a picture that takes more memory than it may is stored as a file; the next one is taken', async () => {
  const bomb = webpOfOneColour(16_000, 6_000);
  expect(await storedOf(bomb, 'a.webp')).toMatchObject({ type: 'file', ext: '.webp', copies: 0 });
  await upload().expect(201);
});

test('a picture that takes more CPU time than it may is stored as a file, without its metadata', async () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  const large = await sharp({
    create: { width: 3_000, height: 3_000, channels: 3, background: 'grey', noise },
  })
    .png({ compressionLevel: 1 })
    .withExif({ IFD0: { Artist: SECRET } })
    .toBuffer();
  expect(large.includes(SECRET)).toBe(true);
  expect(await storedOf(large, 'a.png')).toEqual({
    type: 'file',
    mime: 'application/octet-stream',
    ext: '.png',
    copies: 0,
    hasSecret: false,
  });
  await upload().expect(201);
  // A second of CPU time may take half a minute on a loaded machine.
}, 300_000);

test('time in which a picture waits for its turn does not count', async () => {
  const pid = await onlyProcess();
  process.kill(pid, 'SIGSTOP');
  const { answering } = await uploadIsAtWork();
  await pause(3_000);
  process.kill(pid, 'SIGCONT');
  const answer = await answering;
  expect([answer?.status, answer?.body.type]).toEqual([201, 'image']);
  expect(await fileProcesses()).toContain(pid);
});
