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

const withPublications = async (): Promise<string> => {
  const site = await startFakeSite();
  stops.push(site.stop);
  const { publications } = createClient(site);
  for (const name of ['update', 'publish', 'unpublish', 'schedule', 'delete', 'restore']) {
    await publications.create({ title: name, externalId: name });
  }
  const [deleted] = [...site.library.publications.values()].slice(-1);
  site.library.publications.delete(deleted.id);
  site.library.deletedPublications.set('deleted', { ...deleted, id: 'deleted' });
  return site.address;
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'client-fleet-'));
  const [good, slow, rewritten, cached] = await Promise.all(GOOD.map(withPublications));
  const answers = new Map<string, { at: number; answer: Promise<Answer> }>();
  const html = { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad</h1>' };
  const paused = refused('bot-paused', { 'Retry-After': '60' }) as { status: number; body: object };
  const addresses: Record<string, string> = {
    stopped: await startFront(() => Promise.resolve(undefined)),
    html502: await startFront(() => Promise.resolve(html)),
    refused: 'http://127.0.0.1:9',
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
  fleet = path.join(folder, 'sites.yaml');
  const lines = [...BAD, ...GOOD].map(
    (name) => `  ${name}: { address: '${addresses[name]}', tokenFile: ${name}.token }`
  );
  await writeFile(fleet, `sites:\n${lines.join('\n')}\n`);
  for (const name of [...BAD, ...GOOD]) {
    const file = path.join(folder, `${name}.token`);
    await writeFile(file, name === 'wrong' ? 'another-token' : 'token-of-the-fake-site');
    await chmod(file, 0o600);
  }
  await mkdir(path.join(folder, 'texts'));
  await writeFile(path.join(folder, 'texts/pier.md'), '# The Pier\n\nSoon.\n');
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command on the fleet. Stops it as soon as `isEnough` accepts its output. */
const run = (words: string[], isEnough: (said: string) => boolean = () => false) =>
  new Promise<{ words: string; exit: number | null; said: string; seconds: number }>((resolve) => {
    const begun = performance.now();
    const all = [COMMAND, ...words, '--fleet', fleet, '--timeout', String(TIMEOUT)];
    const child = spawn(process.execPath, all, { cwd: folder });
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (isEnough(said)) child.kill('SIGINT');
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
