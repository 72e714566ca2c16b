/**
 * `npm run reconcile`: settles what a crash has left, by hand. With `-- --dry-run` it only
 * prints what it would do. It may run beside the server.
 */
import { createRequire } from 'node:module';
import path from 'node:path';

import { root } from '../root.mjs';
import { withEnvironment, withPackages, withServer } from '../setup/steps.mjs';

await withPackages();
withEnvironment();
await withServer();

const isDryRun = process.argv.includes('--dry-run');
const print = (line) => process.stdout.write(`${line}\n`);

const printRemovals = (title, removals) => {
  print(`${title}: ${removals.length}`);
  for (const { objects, provider, dueAt, attempts, lastError } of removals) {
    const names = objects.map(({ hash, ext }) => hash + ext).join(', ');
    print(
      `  ${names} (${provider}, due ${dueAt}, tries ${attempts}${lastError ? `, ${lastError}` : ''})`
    );
  }
};

process.chdir(root);
process.env.NODE_ENV = 'production';
// This process looks and settles; it does not become a worker of the site.
process.env.BOT_WORKER = 'false';
const require = createRequire(path.join(root, 'package.json'));
const { createStrapi } = require('@strapi/strapi');
const strapi = await createStrapi({
  appDir: root,
  distDir: path.join(root, 'dist'),
  serveAdminPanel: false,
}).load();

const reconciler = strapi.plugin('bot').service('reconciler');
const { due, later, stuck, temporaryDirectories } = await reconciler.plan();
printRemovals('Stored bytes without an owner, to remove now', due);
printRemovals('Given up, to try again now', stuck);
printRemovals('Not yet due, left alone', later);
print(`Temporary folders of processes that are gone: ${temporaryDirectories.length}`);
temporaryDirectories.forEach((directory) => print(`  ${directory}`));

if (isDryRun) {
  print('Dry run: nothing was changed.');
} else {
  await reconciler.run();
  print('Done.');
}
await strapi.destroy();
process.exit(0);
