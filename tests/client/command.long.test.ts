import { execFile, spawn } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { temporaryFolder } from '../house/temporary-folder';
import { before, useSite } from '../support/use-site';

const COMMAND = path.resolve(__dirname, '../../packages/client/bin/fleet-bot.mjs');

const { site, bot } = useSite();
const folder = before(async () => ({ path: await temporaryFolder() }));

interface Run {
  exit: number;
  out: string;
  said: string;
}

const run = (words: string[], env: NodeJS.ProcessEnv = {}): Promise<Run> =>
  new Promise((resolve) => {
    const own = { PATH: process.env.PATH, FLEET_BOT_SITE: site.url, BOT_API_TOKEN: site.token };
    const options = { cwd: folder.path, env: { ...own, ...env } };
    execFile(process.execPath, [COMMAND, ...words], options, (error, out, said) => {
      resolve({ exit: Number(error?.code ?? 0), out, said });
    });
  });

const json = async <Result>(...words: string[]): Promise<Result> => {
  const { exit, out, said } = await run([...words, '--json']);
  expect([exit, said]).toEqual([0, '']);
  return JSON.parse(out) as Result;
};

const fileIn = async (name: string, text: string, mode = 0o600): Promise<string> => {
  const file = path.join(folder.path, name);
  await writeFile(file, text);
  await chmod(file, mode);
  return file;
};

test('a publication is written, illustrated, scheduled, published, deleted and restored', async () => {
  expect((await run(['health'])).out).toMatch(/^(ok|degraded) {2}test-site\n {2}ok +database +/);
  const [material] = await json<{ id: string }[]>('upload', await fileIn('a.txt', 'Words.\n'));
  const { id } = await json<{ id: string }>(
    ...['create', '--title', 'By hand', '--body', await fileIn('a.md', 'Some *words*.')],
    ...['--media', String(material?.id), '--external-id', 'hand-1', '--key', 'hand-1']
  );
  expect(await bot.get(id)).toMatchObject({ title: 'By hand', body: 'Some *words*.' });

  const later = '2099-01-31T08:00:00+01:00';
  expect((await run(['schedule', id, '--publish-at', later])).out).toBe(
    `${id}  publish: 2099-01-31T07:00:00.000Z  unpublish: never\n`
  );
  expect((await run(['schedule', id, '--publish-at', 'never'])).out).toBe(
    `${id}  publish: never  unpublish: never\n`
  );
  expect((await run(['publish', 'external:hand-1'])).out).toMatch(
    /^\w+ {2}http:\S+\/works\/by-hand\n$/
  );
  const { out } = await run(['update', id, '--fields', '{"author": "N. N."}', '--publish']);
  expect(out).toMatch(new RegExp(`^${id}  published  http`));
  expect((await run(['list', '--status', 'published'])).out).toMatch(
    new RegExp(`^${id}  published  http\\S+  By hand\n$`)
  );

  const changes = (await run(['changes', '--cursor', 'cursor'])).out.trim().split('\n');
  expect(changes.map((line) => line.split('  ')[1])).toEqual([
    'material.created',
    'publication.created',
    'publication.updated',
    'publication.updated',
    'publication.published',
    'publication.updated',
    'publication.published',
  ]);
  expect((await run(['delete', id])).out).toBe(`${id}  deleted, with 1 media; 0 kept\n`);
  const change = await json<{ type: string }>(
    ...['changes', '--cursor', 'cursor', '--types', 'publication.deleted']
  );
  expect(change.type).toBe('publication.deleted');
  expect((await run(['restore', id])).exit).toBe(0);
  await bot.remove(id);
});

test('a reader of the output that has enough ends it without a word', async () => {
  const env = { ...process.env, BOT_API_TOKEN: site.token };
  const child = spawn(process.execPath, [COMMAND, 'health', '--site', site.url], { env });
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  expect(said).toBe('');
});

test('what a site refuses is told with its code and its request, and ends with 1', async () => {
  const { exit, out, said } = await run(['publish', 'zzzzzzzzzzzzzzzzzzzzzzzz']);
  expect([exit, out]).toEqual([1, '']);
  expect(said).toMatch(/: publication-not-found: .* \(request [0-9a-f-]{36}\)\n$/);
});

test('each argument has its line, in order, also after another one has failed', async () => {
  const first = await bot.createPublication({ title: 'First' });
  const last = await bot.createPublication({ title: 'Last' });
  const { exit, out, said } = await run(['publish', first.id, 'nope', last.id]);
  expect(out.split('\n').map((line) => line.split('  ')[0])).toEqual([first.id, last.id, '']);
  expect(said).toMatch(/^http:\S+: nope: publication-not-found: /);
  expect(exit).toBe(1);
  const words = ['delete', first.id, 'nope', last.id, '--json'];
  expect(JSON.parse((await run(words)).out)).toMatchObject([
    { id: first.id },
    { name: 'nope', error: { code: 'publication-not-found' } },
    { id: last.id },
  ]);
  const uploads = await run(['upload', 'missing.txt', await fileIn('there.txt', 'There.\n')]);
  expect(uploads.said).toMatch(/: missing\.txt: /);
  expect([uploads.exit, uploads.out]).toEqual([1, expect.stringMatching(/^\w+ {2}file {2}http/)]);
  for (const { id } of (await bot.request('get', '/materials').expect(200)).body as {
    id: string;
  }[])
    await bot.request('delete', `/materials/${id}`).expect(200);
});

test.each<[string[], NodeJS.ProcessEnv, RegExp]>([
  [['list'], { FLEET_BOT_SITE: '' }, /is no address|Which site/],
  [['list'], { FLEET_BOT_SITE: 'ftp://example.org' }, /^ftp:\S+ is no address of a site\n$/],
  [['list'], { BOT_API_TOKEN: '' }, /^BOT_API_TOKEN is not set\n$/],
  [['list', '--token', 'x'], {}, /unknown option '--token'/],
  [['list', '--most', '0'], {}, /Not a whole number/],
  [['schedule', 'a', '--publish-at', 'soon'], {}, /"soon" is no time/],
  [['create', '--title', 'a', '--fields', '{'], {}, /'--fields <json>' argument '{' is invalid/],
  [['fleet'], {}, /unknown command/],
])('%j is no use of it: it ends with 2', async (words, env, line) => {
  const { exit, said } = await run(words, env);
  expect([exit, said]).toEqual([2, expect.stringMatching(line)]);
});

test('a token comes from a file that nobody else can read', async () => {
  const file = await fileIn('token', `${site.token}\n`);
  expect((await run(['list', '--token-file', file], { BOT_API_TOKEN: '' })).exit).toBe(0);
  await chmod(file, 0o644);
  const { exit, said } = await run(['list', '--token-file', file]);
  expect([exit, said]).toEqual([2, `${file} can be read by others: chmod 600 ${file}\n`]);
});

describe('a fleet', () => {
  const fleet = (more = '') =>
    fileIn(
      'sites.yaml',
      [
        'sites:',
        `  north: { address: '${site.url}', tokenFrom: NORTH }`,
        `  south: { address: '${site.url}', tokenFile: south.token }`,
        more,
      ].join('\n')
    );
  beforeAll(() => fileIn('south.token', 'another-token-than-that'));

  it('is asked as a whole; the worst counts', async () => {
    const env = { NORTH: site.token };
    const { exit, out, said } = await run(['list', '--fleet', await fleet()], env);
    expect(exit).toBe(1);
    expect(out).toBe('\nSITE   RESULT\nnorth  done\nsouth  token-invalid\n');
    expect(said).toMatch(/^north: done$/m);
    expect(said).toMatch(/^south: token-invalid: /m);
    const only = ['health', '--fleet', await fleet(), '--only', 'north', '--json'];
    expect(JSON.parse((await run(only, env)).out)).toEqual([
      {
        site: 'north',
        ok: true,
        result: expect.objectContaining({ ok: true, site: 'test-site' }) as object,
      },
    ]);
  });

  it('tells changes, and what fails, in lines of JSON and nothing else', async () => {
    const { id } = await bot.createPublication({ title: 'Told' });
    const words = ['changes', '--fleet', await fleet(), '--json'];
    const { exit, out } = await run(words, { NORTH: site.token });
    const lines = out.split('\n').filter(Boolean);
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.slice(-2)).toMatchObject([
      { site: 'north', type: 'publication.created', data: { id } },
      { site: 'south', ok: false, error: { code: 'token-invalid' } },
    ]);
    expect(exit).toBe(1);
    await bot.remove(id);
  });

  it('fails of one site alone whose token is not set', async () => {
    const { exit, out, said } = await run(['list', '--fleet', await fleet()]);
    expect([exit, said]).toEqual([2, expect.stringMatching(/^north: usage: NORTH is not set$/m)]);
    expect(out).toBe('\nSITE   RESULT\nnorth  usage\nsouth  token-invalid\n');
  });

  it('of which a site does not answer ends with 3', async () => {
    const unreachableSite = "  gone: { address: 'http://127.0.0.1:1', tokenFrom: NORTH }";
    const words = ['health', '--fleet', await fleet(unreachableSite)];
    const { exit, out } = await run(words, { NORTH: 'x' });
    expect([exit, out]).toEqual([3, expect.stringMatching(/^gone {3}no-answer$/m)]);
  });

  it.each([
    ["  east: { address: 'east', tokenFrom: A }", /east.address/],
    ["  east: { address: 'http://a.b' }", /needs either tokenFrom/],
    ["  east: { address: 'http://a.b', token: 'secret' }", /"token"/],
  ])('whose file has %s is refused with 2', async (line, reason) => {
    const { exit, said } = await run(['health', '--fleet', await fleet(line)], { NORTH: 'x' });
    expect([exit, said]).toEqual([2, expect.stringMatching(reason)]);
  });
});

test('a folder is imported and exported', async () => {
  const texts = path.join(folder.path, 'texts');
  await mkdir(texts);
  await writeFile(path.join(texts, 'pier.md'), '---\ntitle: The Pier\n---\nSoon.\n');
  expect((await run(['import', 'texts', '--dry-run'])).out).toBe(
    'ACTION  FILE     UPLOADS  WHAT\ncreate  pier.md  0        title, body, slug\n' +
      'Texts: create (1)\n--publish would publish or plan 1 of them\n'
  );
  const imported = await run(['import', 'texts', '--redirects', 'redirects.txt']);
  expect(imported).toMatchObject({
    exit: 0,
    said: expect.stringMatching(/: 1 of 1: create pier\.md\n$/),
  });
  expect(await readFile(path.join(folder.path, 'redirects.txt'), 'utf8')).toBe(
    `/pier/ ${site.url}/works/pier\n`
  );
  expect((await run(['import', 'texts'])).out).toMatch(/^unchanged {2}pier\.md/m);
  const { exit, out } = await run(['export', site.url, 'copy']);
  expect([exit, out]).toEqual([0, '1 publications in copy, 1 written\n']);
  const env = { NORTH: site.token };
  await fileIn('one.yaml', `sites: { north: { address: '${site.url}', tokenFrom: NORTH } }`);
  expect((await run(['export', 'fleet', '--fleet', 'one.yaml'], env)).exit).toBe(0);
  const copies = ['copy/texts/pier.md', 'fleet/north/texts/pier.md'].map((name) =>
    readFile(path.join(folder.path, name), 'utf8')
  );
  const text =
    '---\ntitle: The Pier\nstatus: draft\nslug: pier\nexternalId: texts/pier.md\nexportedBy: fleet-bot\n---\nSoon.\n';
  expect(await Promise.all(copies)).toEqual([text, text]);

  await writeFile(path.join(texts, 'wrong.md'), '---\nno end');
  const failed = await run(['import', 'texts']);
  expect([failed.exit, failed.out]).toEqual([1, expect.stringMatching(/^failed +wrong\.md/m)]);
  const ofFleet = ['import', 'texts', '--fleet', 'one.yaml'];
  expect((await run(ofFleet, env)).out).toMatch(/^north {2}failed$/m);
  expect(JSON.parse((await run([...ofFleet, '--json'], env)).out)).toMatchObject([{ ok: false }]);
  for (const { id } of await bot.list()) await bot.remove(id);
});

test('a check tells each rule and writes a report', async () => {
  const { exit, out } = await run(['check', site.url, '--junit', 'report.xml']);
  expect(out).toMatch(/^ok {4}token-required: /m);
  expect(out).toMatch(/^\d+ kept, 0 broken, [01] skipped, in \d+\.\d s$/m);
  expect(exit).toBe(0);
  expect(await readFile(path.join(folder.path, 'report.xml'), 'utf8')).toMatch(/failures="0"/);
  expect(await bot.list()).toEqual([]);
});

test('a check of a site that is not there says so, and ends with 3', async () => {
  const { exit, out, said } = await run(['check', 'http://127.0.0.1:1']);
  expect([exit, out, said]).toEqual([3, '', expect.stringMatching(/^\S+: no-answer: .*\n$/)]);
});

test('a check that is interrupted deletes what it has made, and ends with 1', async () => {
  const env = { ...process.env, BOT_API_TOKEN: site.token };
  const child = spawn(process.execPath, [COMMAND, 'check', site.url], { env });
  let out = '';
  const exited = new Promise((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (/^ok {4}draft-created/m.test(out)) resolve();
    });
  });
  child.kill('SIGINT');
  expect(await exited).toBe(1);
  expect(out).toMatch(/The check was interrupted/);
  expect(await bot.list()).toEqual([]);
  expect((await bot.request('get', '/materials').expect(200)).body).toEqual([]);
});

test('an output that cannot be written is a failure, and one that is closed is none', async () => {
  const into = (target: string): Promise<number | null> =>
    new Promise((resolve) => {
      const env = { PATH: process.env.PATH, FLEET_BOT_SITE: site.url, BOT_API_TOKEN: site.token };
      const words = `"${process.execPath}" "${COMMAND}" list --json ${target}`;
      spawn('bash', ['-o', 'pipefail', '-c', words], { env, stdio: 'ignore' }).on('exit', resolve);
    });
  expect(await into('> /dev/full')).toBe(1);
  expect(await into('| true')).toBe(0);
});
