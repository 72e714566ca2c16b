/** `npm run fuzz:files [variants] [seed]`: many damaged files of each kind, through what stores them. */
import path from 'node:path';

import { run } from '../child.mjs';
import { root } from '../root.mjs';
import { withPackages, withServer } from '../setup/steps.mjs';

const [variants = '20000', seed = '1'] = process.argv.slice(3);

await withPackages();
await withServer();
const jest = path.join(root, 'node_modules/jest/bin/jest.js');
process.exitCode = await run(process.execPath, ['--experimental-vm-modules', jest, 'tests/fuzz'], {
  FUZZ_VARIANTS: variants,
  FUZZ_SEED: seed,
});
