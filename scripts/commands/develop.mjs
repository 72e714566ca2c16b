/** `npm run develop`: the site that restarts on changes, of the bot plugin's sources too. */
import path from 'node:path';

import { run } from '../child.mjs';
import { npm } from '../npm.mjs';
import { root } from '../root.mjs';
import { withDatabase, withEnvironment, withPackages, withPlugin } from '../setup/steps.mjs';

await withPackages();
withEnvironment();
await withDatabase();
await withPlugin();
const strapi = path.join(root, 'node_modules/@strapi/strapi/bin/strapi.js');
const watch = ['run', '--silent', 'watch', '--workspace', 'src/plugins/bot', '--', '--silent'];
process.exitCode = await Promise.race([
  npm(...watch),
  run(process.execPath, [strapi, 'develop', ...process.argv.slice(3)]),
]);
