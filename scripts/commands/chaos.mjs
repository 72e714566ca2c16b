/** `npm run chaos`: kills the server again and again under a working bot; see tests/chaos. */
import path from 'node:path';

import { run } from '../child.mjs';
import { root } from '../root.mjs';
import { withPackages, withServer, withSqlite } from '../setup/steps.mjs';

await withPackages();
await withSqlite();
await withServer();
process.exitCode = await run(process.execPath, [
  path.join(root, 'tests/chaos/run.cjs'),
  ...process.argv.slice(3),
]);
