import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { fileCursor } from '../src';

import { answering, refused, type Scripted, type ScriptedSite } from './scripted-site';

let site: ScriptedSite;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'client-changes-'));
});
afterEach(() => site.stop());
afterAll(() => rm(folder, { recursive: true, force: true }));

const page = (ids: string[], next: string, more = false): Scripted => ({
  status: 200,
  body: { items: ids.map((id) => ({ id, type: 'publication.updated' })), next, more },
});

test('a cursor in a file is where a crash has left it: what was not worked off comes again', async () => {
  const file = path.join(folder, 'cursor');
  site = await answering(page(['a', 'b'], '1', true), page(['c', 'd'], '2'), page(['c', 'd'], '2'));
  const cursor = fileCursor(file);
  const crash = async () => {
    for await (const { id } of site.client.changes.read({ cursor })) {
      if (id === 'c') throw new Error('crash');
    }
  };
  await expect(crash()).rejects.toThrow('crash');
  expect(await readFile(file, 'utf8')).toBe('1\n');
  const ids: string[] = [];
  for await (const { id } of site.client.changes.read({ cursor: fileCursor(file) })) ids.push(id);
  expect(ids).toEqual(['c', 'd']);
  expect(await readFile(file, 'utf8')).toBe('2\n');
  expect(site.received.at(-1)?.path).toBe('/api/bot/changes?after=1');
});

test('following goes on when nothing is new, until its signal', async () => {
  site = await answering(page(['a'], '1'), page([], '1'), page(['b'], '2'));
  const controller = new AbortController();
  const ids: string[] = [];
  const follow = async () => {
    const { signal } = controller;
    for await (const { id } of site.client.changes.follow({ interval: 5, signal })) {
      ids.push(id);
      if (id === 'b') controller.abort(new Error('enough'));
    }
  };
  await expect(follow()).rejects.toThrow('enough');
  expect(ids).toEqual(['a', 'b']);
});

test('where changes have expired, the site is read anew, and what changes meanwhile is told after it', async () => {
  site = await answering(refused('cursor-expired'), page([], '9'), page(['later'], '10'));
  const received: string[] = [];
  const onExpired = async () => void received.push('read anew');
  const changes = site.client.changes.follow({ after: 'old', onExpired, interval: 5 });
  for await (const { id } of changes) {
    received.push(id);
    break;
  }
  expect(received).toEqual(['read anew', 'later']);
  expect(site.received.map(({ path: asked }) => asked.split('?')[1])).toEqual([
    'after=old',
    'after=latest',
    'after=9',
  ]);
});

test('without that the error is told', async () => {
  site = await answering(refused('cursor-expired'));
  await expect(site.client.changes.read({ after: 'old' }).next()).rejects.toMatchObject({
    code: 'cursor-expired',
  });
});
