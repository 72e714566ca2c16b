/** Uploads many damaged files of each kind: `npm run fuzz:files [variants] [seed]`. */
import { spawnSync } from 'node:child_process';

const [variants = '20000', seed = '1'] = process.argv.slice(2);
const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', 'tests/fuzz'];
const { status } = spawnSync(process.execPath, jest, {
  env: { ...process.env, FUZZ_VARIANTS: variants, FUZZ_SEED: seed },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
