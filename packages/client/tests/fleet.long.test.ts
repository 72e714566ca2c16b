import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import { createClient } from '../src';
import { inParallel } from '../src/parallel';

import { startFakeSite } from './fake-site/server';
import { refused } from './scripted-site';

const COMMAND = path.join(__dirname, '../bin/fleet-bot.mjs');
const GOOD = ['good', 'slow', 'rewriting', 'cached'];
const BAD = ['stopped', 'html502', 'refused', 'unknown', 'paused', 'wrong'];
/** Seconds per call. Shorter than the defaults of 30 and 120, to keep this test short. */
const TIMEOUT = 8;
/** Number of commands that run at the same time. */
const AT_ONCE = 5;

const HTML = { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad</h1>' };

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: string | Buffer;
}

const stops: (() => unknown)[] = [];
let folder: string;
let fleet: string;

/** Starts a server that acts as a proxy. It does not answer if `answer` returns undefined. @returns its URL */
const startFront = async (
  answer: (request: IncomingMessage, body: Buffer) => Promise<Answer | undefined>
): Promise<string> => {
  const server = createServer((request, response) => {
    const work = async () => {
      const reply = await answer(request, await buffer(request));
      if (reply !== undefined) response.writeHead(reply.status, reply.headers).end(reply.body);
    };
    work().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Returns the URL of a port at which nothing listens. */
const closedAddress = async (): Promise<string> => {
  const address = await startFront(() => Promise.resolve(undefined));
  stops.pop()?.();
  return address;
};

/** Forwards a request to the site behind a proxy. */
const pass = async (site: string, request: IncomingMessage, body: Buffer): Promise<Answer> => {
  const { host: _host, connection: _connection, ...headers } = request.headers;
  const answer = await fetch(site + request.url, {
    method: request.method,
    headers: headers as Record<string, string>,
    ...(body.length > 0 && { body }),
  });
  const { 'transfer-encoding': _encoding, ...answerHeaders } = Object.fromEntries(answer.headers);
  return {
    status: answer.status,
    headers: answerHeaders,
    body: Buffer.from(await answer.arrayBuffer()),
  };
};

const startSite = async () => {
  const site = await startFakeSite();
  stops.push(site.stop);
  return site;
};

const withPublications = async (): Promise<string> => {
  const site = await startSite();
  const { publications } = createClient(site);
  for (const name of ['update', 'publish', 'unpublish', 'schedule', 'delete', 'restore']) {
    await publications.create({ title: name, externalId: name });
  }
  const [deleted] = [...site.library.publications.values()].slice(-1);
  site.library.publications.delete(deleted.id);
  site.library.deletedPublications.set('deleted', { ...deleted, id: 'deleted' });
  return site.address;
};

/** Writes a fleet file. The site `wrong` gets a wrong token. @returns its path */
const writeFleet = async (name: string, addresses: Record<string, string>): Promise<string> => {
  const sites = Object.entries(addresses).map(([site, address]) => {
    return [site, { address, tokenFile: site === 'wrong' ? 'wrong.token' : 'right.token' }];
  });
  const file = path.join(folder, name);
  await writeFile(file, JSON.stringify({ sites: Object.fromEntries(sites) as object }));
  return file;
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'client-fleet-'));
  const [good, slow, rewritten, cached] = await Promise.all(GOOD.map(withPublications));
  const answers = new Map<string, { at: number; answer: Promise<Answer> }>();
  const paused = refused('bot-paused', { 'Retry-After': '60' }) as { status: number; body: object };
  const addresses: Record<string, string> = {
    stopped: await startFront(() => Promise.resolve(undefined)),
    html502: await startFront(() => Promise.resolve(HTML)),
    refused: await closedAddress(),
    unknown: 'http://no-such-host.invalid',
    paused: await startFront((request, body) =>
      request.url?.includes('/health')
        ? pass(good, request, body)
        : Promise.resolve({ status: paused.status, body: JSON.stringify(paused.body) })
    ),
    wrong: good,
    good: good,
    slow: await startFront(async (request, body) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return pass(slow, request, body);
    }),
    rewriting: await startFront(async (request, body) => {
      const text = JSON.stringify(await pass(rewritten, request, body), (_key, value: unknown) =>
        Object(value).type === 'Buffer'
          ? Buffer.from((value as { data: number[] }).data).toString()
          : value
      );
      return JSON.parse(text.replaceAll(rewritten, 'http://inside.invalid')) as Answer;
    }),
    cached: await startFront((request, body) => {
      const { method, url = '' } = request;
      if (method !== 'GET') return pass(cached, request, body);
      const before = answers.get(url);
      if (before !== undefined && before.at > Date.now() - 3_000) return before.answer;
      const answer = pass(cached, request, body);
      answers.set(url, { at: Date.now(), answer });
      return answer;
    }),
  };
  for (const name of ['wrong', 'right']) {
    const file = path.join(folder, `${name}.token`);
    await writeFile(file, name === 'wrong' ? 'another-token' : 'token-of-the-fake-site');
    await chmod(file, 0o600);
  }
  fleet = await writeFleet('sites.yaml', addresses);
  await mkdir(path.join(folder, 'texts'));
  await writeFile(path.join(folder, 'texts/pier.md'), '# The Pier\n\nSoon.\n');
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command on a fleet. Interrupts it as soon as `isEnough` accepts its output, or when `stop` resolves. */
const run = (
  words: string[],
  isEnough: (said: string) => boolean = () => false,
  { file = fleet, stop }: { file?: string; stop?: Promise<unknown> } = {}
) =>
  new Promise<{ words: string; exit: number | null; said: string; seconds: number }>((resolve) => {
    const begun = performance.now();
    const all = [COMMAND, ...words, '--fleet', file, '--timeout', String(TIMEOUT)];
    const child = spawn(process.execPath, all, { cwd: folder });
    void stop?.then(() => child.kill('SIGINT'));
    let said = '';
    let isInterrupted = false;
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      // A second signal would end the process without its report.
      if (!isInterrupted && isEnough(said)) isInterrupted = child.kill('SIGINT');
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', (exit) => {
      const seconds = (performance.now() - begun) / 1_000;
      resolve({ words: words.join(' '), exit, said, seconds });
    });
  });

const names = (said: string, site: string) => new RegExp(`^${site}: `, 'm').test(said);
const resultOf = (said: string, site: string) =>
  new RegExp(`^${site} +(\\S+)$`, 'm').exec(said)?.[1];

test('within a minute each command has done good sites, and has named bad ones', async () => {
  const commands = [
    ['health'],
    ['list'],
    ['create', '--title', 'New'],
    ['update', 'external:update', '--title', 'Newer'],
    ['publish', 'external:publish'],
    ['unpublish', 'external:unpublish'],
    ['schedule', 'external:schedule', '--publish-at', '2099-01-01'],
    ['delete', 'external:delete'],
    ['restore', 'deleted'],
    ['upload', 'texts/pier.md'],
    ['changes'],
    ['import', 'texts'],
    ['export', 'copies'],
    ['check', '--clean'],
  ];
  const isEnough = (said: string) => [...GOOD, ...BAD].every((site) => names(said, site));
  const runs = [
    ...(await Promise.all([run(['check']), run(['changes', '--follow'], isEnough)])),
    ...(await inParallel(commands, AT_ONCE, (words) => run(words))),
  ];
  for (const { words, exit, said, seconds } of runs) {
    const silent = [...GOOD, ...BAD].filter((site) => !names(said, site));
    expect({ words, silent, seconds }).toEqual({ words, silent: [], seconds: expect.any(Number) });
    expect(seconds).toBeLessThan(60);
    if (words === 'changes --follow') continue;
    expect(exit).toBe(3);
    if (words === 'check') continue;
    // Old answers from the caching proxy may fail a command that reads its own writes.
    const served = GOOD.filter((site) => site !== 'cached');
    const results = served.map((site) => [site, resultOf(said, site)]);
    expect({ words, results }).toEqual({ words, results: served.map((site) => [site, 'done']) });
  }
  // A check may end early on a busy machine. This skips rules, but it breaks none on a good site.
  const broken = [...(runs[0]?.said ?? '').matchAll(/^(\w+): FAIL/gm)].map(([, site]) => site);
  expect([...new Set(broken)].sort()).toEqual(['cached', 'rewriting']);
  expect(runs[0]?.said).toMatch(/^rewriting: FAIL {2}addresses: /m);
});

test('Ctrl-C prints what was done until then, and which sites are not done', async () => {
  const commands = [
    ['list'],
    ['create', '--title', 'Interrupted', '--publish'],
    ['schedule', 'external:schedule', '--publish-at', '2099-01-01'],
    ['upload', 'texts/pier.md'],
    ['export', 'interrupted'],
    ['changes'],
    ['changes', '--follow'],
  ];
  const only = ['--only', 'good,stopped'];
  const runs = await inParallel(commands, AT_ONCE, (words) =>
    run([...words, ...only], (said) =>
      // Changes are printed before their site is done.
      words.join() === 'changes' ? /^good: done$/m.test(said) : names(said, 'good')
    )
  );
  for (const { words, exit, said } of runs) {
    const isFollowing = words.includes('--follow');
    const results = ['good', 'stopped'].map((site) => resultOf(said, site));
    const expected = ['done', isFollowing ? 'failed' : 'interrupted'];
    expect({ words, exit, results }).toEqual({ words, exit: 1, results: expected });
    expect(said).toMatch(
      /^stopped: (interrupted: not all is done|failed: no answer until the end)$/m
    );
  }
});

test('Ctrl-C prints the arguments that were done', async () => {
  const site = await withPublications();
  let isAsked: () => void;
  const stop = new Promise<void>((resolve) => (isAsked = resolve));
  const front = await startFront(async (request, body) => {
    if (!request.url?.includes('second')) return pass(site, request, body);
    isAsked();
    return undefined;
  });
  const file = await writeFleet('hanging.yaml', { hanging: front });
  const words = ['publish', 'external:publish', 'second', 'third'];
  const { exit, said } = await run(words, undefined, { file, stop });
  expect(said.match(/^hanging: .*/gm)?.sort()).toEqual([
    expect.stringMatching(/^hanging: \w+ {2}http/),
    'hanging: interrupted: not all is done',
  ]);
  expect(exit).toBe(1);
});

test('following goes on when a site fails, tells when it is back, and resumes at its cursor', async () => {
  const site = await startSite();
  const { publications } = createClient(site);
  await publications.create({ title: 'Before' });
  let isDown = false;
  const flaky = await startFront((request, body) =>
    isDown ? Promise.resolve(HTML) : pass(site.address, request, body)
  );
  const file = await writeFleet('flaky.yaml', { flaky, wrong: site.address });
  const words = ['changes', '--follow', '--cursor', 'cursor', '--tries', '1'];
  const { said } = await run(
    words,
    (heard) => {
      if (/^flaky: .*trying again$/m.test(heard)) {
        isDown = false;
      } else if (/Before .*\n$/.test(heard)) {
        isDown = true;
        void publications.create({ title: 'Meanwhile' });
      }
      return heard.includes('Meanwhile');
    },
    { file }
  );
  const lines = said.split('\n').filter((line) => line.startsWith('flaky: '));
  expect(lines.slice(0, 4)).toEqual([
    expect.stringMatching(/ publication\.created {2}\w+ {2}Before /),
    'flaky: unexpected-answer: Status 502, and not an answer of this interface; trying again',
    'flaky: answers again',
    expect.stringMatching(/ publication\.created {2}\w+ {2}Meanwhile /),
  ]);
  expect(said).toMatch(/^wrong: token-invalid: .*; trying again$/m);
  expect(resultOf(said, 'wrong')).toBe('token-invalid');
});
