/** `npm test`: installs and compiles if needed, then runs Jest with the arguments given. */
import path from 'node:path';

import { run } from '../child.mjs';
import { root } from '../root.mjs';
import { withPackages, withServer, withSqlite } from '../setup/steps.mjs';

await withPackages();
await withSqlite();
await withServer();
const jest = path.join(root, 'node_modules/jest/bin/jest.js');
// file-type is an ES module that the upload plugin and the bot import from CommonJS.
process.exitCode = await run(process.execPath, [
  '--experimental-vm-modules',
  jest,
  ...process.argv.slice(3),
]);
