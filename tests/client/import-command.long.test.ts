import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { temporaryFolder } from '../house/temporary-folder';
import { before, useSite } from '../support/use-site';

const COMMAND = path.resolve(__dirname, '../../packages/client/bin/fleet-bot.mjs');

const { site, bot } = useSite();
const folder = before(async () => ({ path: await temporaryFolder() }));

const start = (command: string, words: string[], typed = '') =>
  new Promise<{ exit: number | null; out: string; said: string }>((resolve) => {
    const { PATH } = process.env;
    const env = { PATH, FLEET_BOT_SITE: site.url, BOT_API_TOKEN: site.token };
    const child = spawn(command, words, { cwd: folder.path, env });
    let [out, said] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('[y/N]') && child.stdin.writable) child.stdin.end(typed);
    });
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('close', (exit) => resolve({ exit, out, said }));
  });

const run = (...words: string[]) => start(process.execPath, [COMMAND, 'import', ...words]);

/** Runs the command as on a terminal, where a person answers its question. */
const runAndAnswer = (answer: string, ...words: string[]) => {
  const command = [process.execPath, COMMAND, 'import', ...words].join(' ');
  return start('script', ['-qec', command, '/dev/null'], `${answer}\n`);
};

const write = (file: string, text: string) => writeFile(path.join(folder.path, file), text);
const count = async () => (await bot.list()).length;

beforeEach(async () => {
  await rm(path.join(folder.path, 'texts'), { recursive: true, force: true });
  await mkdir(path.join(folder.path, 'texts'));
  await write('texts/a.md', '---\ntitle: A\n---\nText\n');
  await write('texts/b.md', '---\ntitle: B\nspoilertext: Wet.\nlayout: post\n---\nText\n');
});
afterEach(async () => {
  for (const { id } of await bot.list()) await bot.remove(id);
});

test('what is no longer in the folder is listed, and deleted with --prune --yes', async () => {
  await run('texts');
  await rm(path.join(folder.path, 'texts/b.md'));
  const listed = await run('texts');
  expect(listed.out).toMatch(
    /On the site and no longer in the folder: 1; --prune deletes them\ndraft {2}texts\/b.md {2}B\n$/
  );
  const refused = await run('texts', '--prune');
  expect([refused.exit, refused.said]).toEqual([2, 'Without a terminal, --prune needs --yes\n']);
  const planned = await run('texts', '--prune', '--dry-run');
  expect(planned.out).toMatch(/^delete {2}texts\/b.md {2}B$/m);
  expect(await count()).toBe(2);
  const pruned = await run('texts', '--prune', '--yes');
  expect([pruned.exit, pruned.out]).toEqual([0, expect.stringMatching(/^delete {2}texts\/b/m)]);
  expect((await bot.list()).map(({ title }) => title)).toEqual(['A']);
});

test('--prune asks on a terminal', async () => {
  await run('texts');
  await rm(path.join(folder.path, 'texts/b.md'));
  const kept = await runAndAnswer('n', 'texts', '--prune');
  expect(kept.out).toMatch(/draft {2}texts\/b.md {2}B\s+\S+: delete these 1, .*\? \[y\/N\] /);
  expect(await count()).toBe(2);
  await runAndAnswer('y', 'texts', '--prune');
  expect(await count()).toBe(1);
});

test('--prune deletes nothing while a text fails, or without any text', async () => {
  await run('texts');
  await rm(path.join(folder.path, 'texts/b.md'));
  await write('texts/a.md', '---\nno end');
  const failing = await run('texts', '--prune', '--yes');
  expect(failing.said).toMatch(/nothing is deleted, as 1 of its texts failed\n$/);
  await rm(path.join(folder.path, 'texts/a.md'));
  const empty = await run('texts', '--prune', '--yes');
  expect(empty.said).toMatch(/nothing is deleted, as the folder has no texts\n$/);
  expect(await count()).toBe(2);
});

test('keys that mean nothing here are counted, mapped by --map, and refused by --strict', async () => {
  expect((await run('texts')).out).toMatch(/^Keys left out: spoilertext \(1\), layout \(1\)$/m);
  const strict = await run('texts', '--strict');
  expect([strict.exit, strict.out]).toEqual([
    1,
    expect.stringMatching(/^failed +b\.md .* has keys of no use: spoilertext, layout$/m),
  ]);
  const mapped = await run('texts', '--map', 'spoilertext=excerpt', '--map', 'layout=author');
  expect(mapped.out).not.toMatch(/Keys left out/);
  const [{ id } = { id: '' }] = (await bot.list()).filter(({ title }) => title === 'B');
  expect(await bot.get(id)).toMatchObject({ fields: { excerpt: 'Wet.', author: 'post' } });
  const unknown = await run('texts', '--map', 'layout=nothing');
  expect([unknown.exit, unknown.said]).toEqual([
    1,
    expect.stringMatching(/no key can be mapped to nothing; there are title, .*excerpt/),
  ]);
  expect((await run('texts', '--map', 'layout')).exit).toBe(2);
});
