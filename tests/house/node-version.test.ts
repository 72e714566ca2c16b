import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { complaint } from '../../scripts/node-version.cjs';
import { temporaryFolder } from './temporary-folder';

const scripts = path.resolve(__dirname, '../../scripts');

/** Runs the set-up with a Node that reports this version. */
const startUnder = async (version: string) => {
  const folder = await temporaryFolder();
  const stub = path.join(folder, 'stub.cjs');
  await writeFile(
    stub,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`
  );
  return new Promise<{ code: number | string | null; stdout: string; stderr: string }>(
    (resolve) => {
      const files = ['-r', stub, '-r', `${scripts}/node-version.cjs`, `${scripts}/set-up.mjs`];
      execFile(process.execPath, files, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr })
      );
    }
  );
};

describe('the Node version', () => {
  it.each(['20.0.0', '22.13.1', '24.99.0', '26.1.0'])('%s will do', (version) => {
    expect(complaint(version)).toBe('');
  });

  it.each(['18.20.4', '8.17.0', '19.9.0', '27.0.0', '100.0.0'])('%s is refused', (version) => {
    expect(complaint(version)).toBe(`This site needs Node.js 20 to 26, but this is ${version}.`);
  });

  it('that is refused ends the start with one line and no stack', async () => {
    expect(await startUnder('18.20.4')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'This site needs Node.js 20 to 26, but this is 18.20.4.\n',
    });
  });

  it('is looked at before any syntax that an old Node does not know', async () => {
    const { readFile } = await import('node:fs/promises');
    const source = await readFile(path.join(scripts, 'node-version.cjs'), 'utf8');
    const code = source.replace(/\/\*[^]*?\*\//g, '');
    expect(code).not.toMatch(/\b(const|let|import|async|class)\b|=>|`|\?\.|\?\?/);
    const { scripts: commands } = JSON.parse(
      await readFile(path.join(scripts, '../package.json'), 'utf8')
    ) as { scripts: Record<string, string> };
    const setUps = Object.values(commands).filter((command) => command.includes('set-up'));
    expect(setUps).not.toEqual([]);
    for (const command of setUps)
      expect(command).toMatch(/^node -r \.\/scripts\/node-version\.cjs /);
  });
});
