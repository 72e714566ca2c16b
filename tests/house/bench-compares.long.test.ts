import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { temporaryFolder } from './temporary-folder';

const root = path.resolve(__dirname, '../..');

/** Runs `npm run bench -- …` on a built site. @returns its output, and the files it left behind */
const bench = async (...args: string[]): Promise<{ said: string; left: string[] }> => {
  const folder = await temporaryFolder();
  const said = await new Promise<string>((resolve) => {
    const options = { cwd: root, env: { ...process.env, TMPDIR: folder } };
    execFile(process.execPath, ['bench/run.mjs', 'compare', ...args], options, (_, out, error) =>
      resolve(`${out}\n${error}`)
    );
  });
  return { said, left: await readdir(folder) };
};

/** Returns the cells of the table row that begins with `title`, keyed by column heading. */
const rowOf = (said: string, title: string): Record<string, string> => {
  const rows = said.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const [heads, row] = ['row', title].map((first) => rows.find((cells) => cells[1] === first));
  return Object.fromEntries((heads ?? []).map((head, index) => [head, row?.[index] ?? '']));
};

test(
  'a row is measured on two built sites, and against its floor',
  async () => {
    const rows = ['--only', 'floor-write', '--only', 'create'];
    const { said, left } = await bench('--quick', '--at', '1', ...rows, '--against', root);
    const create = rowOf(said, 'create a draft with a 2 KB body');
    expect(create['at most']).toBe('1.05');
    // Counts may include statements of a worker.
    expect(create.queries).toMatch(/^4\.[0-2]$/);
    expect(create['with BEGIN, COMMIT']).toMatch(/^6\.[0-2]$/);
    expect(Number(create['x floor'])).toBeGreaterThan(1);
    expect(create['CPU ratio']).toMatch(/^\d\.\d\d ± 0\.\d\d$/);
    expect(parseFloat(create['CPU ratio'] ?? '')).toBeGreaterThan(0);
    expect(left).toEqual([]);
  },
  10 * 60_000
);

test(
  'a commit that is not there is told in one line, and nothing is left',
  async () => {
    const { said, left } = await bench('--quick', '--only', 'get', '--against', 'no-such-commit');
    expect(said).toContain('no-such-commit cannot be built');
    expect(said).not.toContain('.mjs');
    expect(left).toEqual([]);
  },
  3 * 60_000
);
