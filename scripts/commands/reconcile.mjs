/**
 * `npm run reconcile`: settles what a crash has left, by hand, and prints what database and storage
 * do not agree on. It may run beside the server.
 *
 * `-- --dry-run` changes nothing. `-- --remove-unowned` also removes the stored bytes that no
 * file owns.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { root } from '../root.mjs';
import { PlainError } from '../say.mjs';
import { withDatabase, withEnvironment, withPackages, withServer } from '../setup/steps.mjs';

const readOptions = () => {
  try {
    const options = { 'dry-run': { type: 'boolean' }, 'remove-unowned': { type: 'boolean' } };
    return parseArgs({ args: process.argv.slice(3), options }).values;
  } catch (error) {
    // A mistyped --dry-run must not become a real run.
    throw new PlainError(`${error.message} The options are --dry-run and --remove-unowned.`);
  }
};

const { 'dry-run': isDryRun = false, 'remove-unowned': removeUnowned = false } = readOptions();

await withPackages();
withEnvironment();
await withDatabase();
await withServer();

/** Lines of a list that are printed; the rest is counted. */
const PRINTED = 1_000;

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

const printList = (title, lines) => {
  print(`${title}: ${lines.length}`);
  lines.slice(0, PRINTED).forEach((line) => print(`  ${line}`));
  if (lines.length > PRINTED) print(`  and ${lines.length - PRINTED} more`);
};

const printStorage = ({ obstacle, unowned, incomplete }) => {
  if (obstacle !== undefined) {
    print(`The storage was not compared with the database: ${obstacle}`);
    return;
  }
  const done = removeUnowned ? 'to remove now' : 'left alone, --remove-unowned removes them';
  printList(
    `Stored bytes of the bot that no file owns, ${done}`,
    unowned.map(({ name }) => name)
  );
  printList(
    'Files of the bot without their bytes, to be restored from a backup or deleted by hand',
    incomplete.map(({ id, name, missing }) => `${id} ${name} (missing: ${missing.join(', ')})`)
  );
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
const { due, later, stuck, temporaryDirectories, storage } = await reconciler.plan();
printRemovals('Stored bytes without an owner, to remove now', due);
printRemovals('Given up, to try again now', stuck);
printRemovals('Not yet due, left alone', later);
print(`Temporary folders of processes that are gone: ${temporaryDirectories.length}`);
temporaryDirectories.forEach((directory) => print(`  ${directory}`));
printStorage(storage);

if (isDryRun) {
  print('Dry run: nothing was changed.');
} else {
  await reconciler.run(removeUnowned ? (storage.unowned ?? []) : []);
  print('Done.');
}
await strapi.destroy();
process.exit(0);
