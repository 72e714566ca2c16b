import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

it('runs no test again until it passes', async () => {
  const names = await readdir(path.join(root, 'tests'), { recursive: true });
  const files = [...names.filter((name) => /\.[cm]?[jt]s$/.test(name)), '../jest.config.js'];
  expect(files.length).toBeGreaterThan(100);
  const sources = await Promise.all(
    files.map((name) => readFile(path.join(root, 'tests', name), 'utf8'))
  );
  // The name is split, so that this file does not match.
  const again = new RegExp(['retry', 'Times'].join(''));
  expect(files.filter((_name, index) => again.test(sources[index] ?? ''))).toEqual([]);
});
