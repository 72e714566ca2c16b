/** `npm run reconcile`: the plugin's command, after the same set-up as `npm start` does. */
import path from 'node:path';

import { run } from '../child.mjs';
import { root } from '../root.mjs';
import { withDatabase, withEnvironment, withPackages, withServer } from '../setup/steps.mjs';

await withPackages();
withEnvironment();
await withDatabase();
await withServer();
const command = path.join(root, 'node_modules/strapi-plugin-fleet-bot/bin/fleet-bot.cjs');
process.exitCode = await run(process.execPath, [command, 'reconcile', ...process.argv.slice(3)], {
  NODE_ENV: 'production',
});
