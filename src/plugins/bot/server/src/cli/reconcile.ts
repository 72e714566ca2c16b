import { PLUGIN_ID } from '../constants';
import { getSearchIndexService } from '../publications/search/indexer';
import type { ReconciliationPlan } from '../removals/reconciler';
import { getReconcilerService } from '../removals/reconciler';

import { print, readOptions, siteHere } from './site';

/** Lines of a list that are printed; the rest is counted. */
const PRINTED = 1_000;

const printRemovals = (title: string, removals: ReconciliationPlan['due']): void => {
  print(`${title}: ${removals.length}`);
  for (const { objects, provider, dueAt, attempts, lastError } of removals) {
    const names = objects.map(({ hash, ext }) => hash + ext).join(', ');
    const reason = lastError === null || lastError === '' ? '' : `, ${lastError}`;
    print(`  ${names} (${provider}, due ${String(dueAt)}, tries ${attempts}${reason})`);
  }
};

const printList = (title: string, lines: string[]): void => {
  print(`${title}: ${lines.length}`);
  lines.slice(0, PRINTED).forEach((line) => print(`  ${line}`));
  if (lines.length > PRINTED) {
    print(`  and ${lines.length - PRINTED} more`);
  }
};

const printStorage = (storage: ReconciliationPlan['storage'], removesUnowned: boolean): void => {
  if ('obstacle' in storage) {
    print(`The storage was not compared with the database: ${storage.obstacle}`);
    return;
  }
  const done = removesUnowned ? 'to remove now' : 'left alone, --remove-unowned removes them';
  printList(
    `Stored bytes of the bot that no file owns, ${done}`,
    storage.unowned.map(({ name }) => name)
  );
  printList(
    'Files of the bot without their bytes, to be restored from a backup or deleted by hand',
    storage.incomplete.map(
      ({ id, name, missing }) => `${id} ${name} (missing: ${missing.join(', ')})`
    )
  );
};

/**
 * Settles what a crash has left, by hand, and prints what database and storage do not agree on. It may
 * run beside the server. `--dry-run` changes nothing, `--remove-unowned` also removes the stored bytes
 * that no file owns.
 */
export const reconcile = async (args: string[]): Promise<void> => {
  const options = readOptions(args, 'dry-run', 'remove-unowned');
  const removesUnowned = options.has('remove-unowned');
  const strapi = siteHere();
  const register = strapi.register.bind(strapi);
  strapi.register = async () => {
    await register();
    // This process looks and settles; it does not become a worker of the site.
    strapi.config.set(`plugin::${PLUGIN_ID}.worker`, false);
    return strapi;
  };
  await strapi.load();

  const reconciler = getReconcilerService(strapi);
  const { due, later, stuck, temporaryDirectories, storage } = await reconciler.plan();
  printRemovals('Stored bytes without an owner, to remove now', due);
  printRemovals('Given up, to try again now', stuck);
  printRemovals('Not yet due, left alone', later);
  printList('Temporary folders of processes that are gone', temporaryDirectories);
  printStorage(storage, removesUnowned);

  if (options.has('dry-run')) {
    print('Dry run: nothing was changed.');
  } else {
    await reconciler.run(removesUnowned && 'unowned' in storage ? storage.unowned : []);
    await getSearchIndexService(strapi).beginAgain();
    print('Done.');
  }
  await strapi.destroy();
};
