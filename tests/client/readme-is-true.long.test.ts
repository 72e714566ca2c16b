import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { temporaryFolder } from '../house/temporary-folder';
import { useSite } from '../support/use-site';

const root = path.resolve(__dirname, '../..');
const { site, bot } = useSite();
const run = promisify(execFile);

const blocksOf = async (page: string, language: string): Promise<string> => {
  const text = await readFile(path.join(root, page), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n([^]*?)^```/gm)];
  return blocks
    .filter((block) => block[1] === language)
    .map((block) => block[2])
    .join('\n');
};

/** Makes a folder in which programs of the README can import the packages. */
const makeFolder = async (): Promise<string> => {
  const folder = await temporaryFolder();
  const packages = path.join(folder, 'node_modules/@fleet-bot');
  await mkdir(packages, { recursive: true });
  await symlink(path.join(root, 'packages/client'), path.join(packages, 'client'));
  for (const name of ['favicon.png', 'package-lock.json']) {
    await copyFile(path.join(root, name), path.join(folder, name));
  }
  await writeFile(path.join(folder, 'hello.txt'), 'Hello, reader.\n');
  await writeFile(path.join(folder, '.env'), `BOT_API_TOKEN=${site.token}\n`);
  return folder;
};

const runScript = async (code: string): Promise<string> => {
  const folder = await makeFolder();
  await writeFile(path.join(folder, 'script.mjs'), code);
  const env = {
    ...process.env,
    SITE: site.url,
    BOT_API_TOKEN: site.token,
    BOT_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  };
  return (await run(process.execPath, ['script.mjs'], { cwd: folder, env })).stdout;
};

test("all examples of the client's README run, one after the other", async () => {
  const said = await runScript(await blocksOf('packages/client/README.md', 'js'));
  expect(said).toMatch(/^test-site shows it at http:\S+\/works\/the-harbour$/m);
  expect(said).toMatch(/^true$/m);
  expect(said).toMatch(/^\d{7} bytes$/m);
  expect(said).toMatch(/^The Harbour was published by bot$/m);
  expect(said).toMatch(/^external-id-taken 409 false$/m);
});

describe('the walk of README.md', () => {
  const here = (code: string) => code.replaceAll('http://localhost:1337', site.url);

  it('has the same with the client as with curl', async () => {
    const said = await runScript(here(await blocksOf('README.md', 'js')));
    expect(said).toMatch(/^\{ ok: true, site: 'test-site' \}$/m);
    expect(said).toMatch(/^http:\S+\/works\/groesse-zaehlt$/m);
    expect(said).toMatch(/^Größe zählt$/m);
    expect(said).toMatch(/^material.deleted favicon.png$/m);
  });

  it('runs with curl', async () => {
    const [folder, script] = [await makeFolder(), here(await blocksOf('README.md', 'sh'))];
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder });
    expect(stdout).toMatch(/^\{"ok":true,"site":"test-site"\}$/m);
    expect(stdout).toMatch(/<title>Größe zählt/);
    expect(stdout).toMatch(/^<em>better<\/em>$/m);
    expect(stdout).toMatch(/"code":"publication-not-found"/);
    expect(stdout).toMatch(/^HTTP\/1.1 410 Gone/m);
    expect(stdout.trimEnd()).toMatch(/"type":"material.deleted"$/);
    expect((await bot.list()).map(({ title }) => title)).toEqual(['The Lighthouse']);
  });

  it('and what stands around it is 150 lines at most', async () => {
    const lines = (await readFile(path.join(root, 'README.md'), 'utf8')).split('\n');
    expect(lines.length).toBeLessThanOrEqual(151);
  });
});
