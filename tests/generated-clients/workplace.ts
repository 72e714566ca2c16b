import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { temporaryFolder } from '../house/temporary-folder';
import type { Site } from '../support/site';

export const MINUTE = 60_000;

/** Writes files into a folder. @param files contents by file name */
export const writeAll = (folder: string, files: Record<string, string>): Promise<unknown> =>
  Promise.all(
    Object.entries(files).map(([name, text]) => writeFile(path.join(folder, name), text))
  );

/** Runs a program in a folder. @returns its standard output @throws Error with all of its output */
export const run = (
  folder: string,
  [program, ...args]: [string, ...string[]],
  env?: NodeJS.ProcessEnv
): Promise<string> =>
  promisify(execFile)(program, args, { cwd: folder, env, maxBuffer: 1e8 }).then(
    ({ stdout }) => stdout,
    ({ stdout = '', stderr = '', message }: Error & Record<'stdout' | 'stderr', string>) => {
      throw new Error(
        `${message.slice(0, 1_000)}\n${stdout.slice(0, 5_000)}${stderr.slice(0, 5_000)}`
      );
    }
  );

/** Creates a temporary folder and installs packages there without running their scripts. */
export const folderWith = async (dependencies: Record<string, string>): Promise<string> => {
  const folder = await temporaryFolder();
  await writeAll(folder, { 'package.json': JSON.stringify({ private: true, dependencies }) });
  await run(folder, ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund']);
  return folder;
};

/** Environment variables for the program of a client. */
export const environmentOf = ({ url, token }: Site): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  SITE: url,
  BOT_API_TOKEN: token,
});

/** Asserts by its output that a program has published a work, and then deleted it with its file. */
export const expectWalked = async (site: Site, printed: string): Promise<void> => {
  const walked = JSON.parse(printed) as { url: string };
  const url: unknown = expect.stringContaining(`${site.url}/works/by-`);
  expect(walked).toEqual({ type: 'file', url, status: 200, areMediaDeleted: true });
  expect((await fetch(walked.url)).status).toBe(410);
};
