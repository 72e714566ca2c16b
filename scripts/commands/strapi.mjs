/** `strapi <arguments>`: Strapi's own commands, after the same set-up as `npm start` does. */
import path from 'node:path';

import { run } from '../child.mjs';
import { root } from '../root.mjs';
import { withDatabase, withEnvironment, withPackages, withPlugin } from '../setup/steps.mjs';

await withPackages();
withEnvironment();
await withDatabase();
await withPlugin();
const strapi = path.join(root, 'node_modules/@strapi/strapi/bin/strapi.js');
process.exitCode = await run(process.execPath, [strapi, ...process.argv.slice(3)]);
