import { execFile } from 'node:child_process';
import path from 'node:path';

const PROGRAM = path.join(__dirname, 'run.cjs');

/** Runs the chaos program, ignoring its exit code. @returns its output */
const runChaos = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], (_error, stdout, stderr) =>
      resolve(`${stdout}\n${stderr}`)
    );
  });

// Five kills take about 25 seconds; a loaded machine needs longer for each start.
test('five kills at random moments do no damage', async () => {
  const report = await runChaos('--kills', '5', '--seconds', '40');

  expect(report).toContain('No damage.');
  expect(report).toMatch(/server killed/);
}, 180_000);
