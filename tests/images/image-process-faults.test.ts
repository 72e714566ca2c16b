import childProcess from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

import { webpOfOneColour } from '../reliability/hostile-files';
import { createBot, type Bot } from '../support/bot';
import { codeOf } from '../support/envelope';
import { png } from '../support/files';
import { imageProcesses } from '../support/image-processes';
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
      strapi.config.set('plugin::bot.limits.imageSeconds', 5);
      strapi.config.set('plugin::bot.limits.imagesWaitingBytes', 1);
      strapi.config.set('plugin::bot.limits.imageMemoryBytes', 200 * MEBIBYTE);
    },
  });
  bot = createBot(site);
});
afterAll(() => site.stop());

const upload = () => bot.request('post', '/materials').attach('file', picture, 'a.png');

/** Starts an upload; it is over to the image process when this is done. */
const uploadIsAtWork = async () => {
  const uploads: { getSettings: () => Promise<unknown> } = site.strapi
    .plugin('upload')
    .service('upload');
  const settings = jest.spyOn(uploads, 'getSettings');
  const request = upload();
  const answering = request.then(
    (answer) => answer,
    () => undefined
  );
  // The settings are the last thing that is asked for before the picture is handed over.
  await until('the settings are asked for', () => settings.mock.results.length > 0);
  await settings.mock.results[0]?.value;
  await pause(50);
  settings.mockRestore();
  return { request, answering };
};

const isGone = async (pid: number): Promise<boolean> => !(await imageProcesses()).includes(pid);

/** Ends all image processes and starts one, which the next image goes to. */
const onlyProcess = async (): Promise<number> => {
  for (const pid of await imageProcesses()) process.kill(pid, 'SIGKILL');
  await until('all are gone', async () => (await imageProcesses()).length === 0);
  await upload().expect(201);
  const [pid] = await imageProcesses();
  if (pid === undefined) throw new Error('There is no image process');
  return pid;
};

test('a decoder that hangs is given up, and holds up nobody else', async () => {
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
  const answer = await hanging;
  expect([answer.status, codeOf(answer)]).toEqual([413, 'image-too-costly']);
  await until('it is gone', () => isGone(pid));
  await upload().expect(201);
});

test('a picture whose process crashes is given to another one', async () => {
  const pid = await onlyProcess();
  process.kill(pid, 'SIGSTOP');
  const { answering } = await uploadIsAtWork();
  process.kill(pid, 'SIGSEGV');
  process.kill(pid, 'SIGCONT');
  expect((await answering)?.status).toBe(201);
  await until('it is gone', () => isGone(pid));
});

test('503, and the next picture is taken: the image process cannot be started', async () => {
  const pid = await onlyProcess();
  process.kill(pid, 'SIGKILL');
  await until('it is gone', () => isGone(pid));
  const { fork } = childProcess;
  const broken = jest
    .spyOn(childProcess, 'fork')
    .mockImplementation((file, options) =>
      fork(file, [], { ...options, execPath: '/nowhere/node' })
    );
  try {
    const answer = await upload();
    expect([answer.status, codeOf(answer)]).toEqual([503, 'images-unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    broken.mockRestore();
  }
  await upload().expect(201);
});

test('work on a picture ends when its client has gone', async () => {
  const pid = await onlyProcess();
  process.kill(pid, 'SIGSTOP');
  const { request } = await uploadIsAtWork();
  request.abort();
  await until('the process is gone', () => isGone(pid));
});

test('503: more pictures than may wait; those that wait are all answered', async () => {
  await onlyProcess();
  await Promise.all([upload().expect(201), upload().expect(201)]);
  const pids = await imageProcesses();
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
  // Two at work and one that waits.
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(3);
});

test('413: a picture that takes more memory than it may; the next one is taken', async () => {
  const bomb = webpOfOneColour(16_000, 6_000);
  const answer = await bot.request('post', '/materials').attach('file', bomb, 'a.webp');
  expect([answer.status, codeOf(answer)]).toEqual([413, 'image-too-costly']);
  await upload().expect(201);
});
