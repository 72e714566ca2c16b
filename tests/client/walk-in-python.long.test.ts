import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { useOwnSite } from '../support/use-site';

const root = path.resolve(__dirname, '../..');
const WALK = 'examples/walk.py';

const { site } = useOwnSite();

test('the walk in Python has 40 lines at most, and needs Python alone', async () => {
  const env = { PATH: process.env.PATH, SITE: site.url, BOT_API_TOKEN: site.token };
  const { stdout } = await promisify(execFile)('python3', [WALK], { cwd: root, env });
  expect(stdout.split('\n').map((line) => line.replace(/http:\S+/, '<url>'))).toEqual([
    'uploaded file <url>',
    'created once: True true',
    'public at <url> 200',
    'changed by somebody since: precondition-failed',
    "newest: ['Größe zählt']",
    'deleted with True',
    'feed ends with material.deleted',
    '',
  ]);
  const lines = (await readFile(path.join(root, WALK), 'utf8')).split('\n');
  expect(lines.length).toBeLessThanOrEqual(41);
});
