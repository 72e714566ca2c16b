import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

// Five kills take about 25 seconds; a loaded machine takes longer to start the server each time.
test('five kills at random moments do no damage', async () => {
  const program = path.join(__dirname, 'run.cjs');
  const { stdout } = await run(process.execPath, [program, '--kills', '5', '--seconds', '40']);
  expect(stdout).toContain('No damage.');
  expect(stdout).toMatch(/server killed/);
}, 180_000);
