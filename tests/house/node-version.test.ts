import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { complaint } from '../../scripts/node-version.cjs';
import { temporaryFolder } from './temporary-folder';

const entry = path.resolve(__dirname, '../../scripts/run.cjs');

/** Runs the start entry under a Node that says that it is of this version. */
const startUnder = async (version: string) => {
  const folder = await temporaryFolder();
  const stub = path.join(folder, 'stub.cjs');
  await writeFile(
    stub,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`
  );
  return new Promise<{ code: number | string | null; stdout: string; stderr: string }>(
    (resolve) => {
      execFile(process.execPath, ['-r', stub, entry, 'set-up'], (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr })
      );
    }
  );
};

describe('the Node version', () => {
  it.each(['20.0.0', '22.13.1', '24.99.0'])('%s will do', (version) => {
    expect(complaint(version)).toBe('');
  });

  it.each(['18.20.4', '8.17.0', '19.9.0', '25.0.0', '100.0.0'])('%s is refused', (version) => {
    expect(complaint(version)).toBe(`This site needs Node.js 20 to 24, but this is ${version}.`);
  });

  it('that is refused ends the start with one line and no stack', async () => {
    expect(await startUnder('18.20.4')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'This site needs Node.js 20 to 24, but this is 18.20.4.\n',
    });
  });

  it('is looked at before any syntax that an old Node does not know', async () => {
    const { readFile } = await import('node:fs/promises');
    for (const file of ['run.cjs', 'node-version.cjs']) {
      const source = await readFile(path.join(path.dirname(entry), file), 'utf8');
      const code = source.replace(/\/\*[^]*?\*\//g, '');
      expect(code).not.toMatch(/\b(const|let|import|async|class)\b|=>|`|\?\.|\?\?/);
    }
  });
});
