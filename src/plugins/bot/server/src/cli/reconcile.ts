import { PLUGIN_ID } from '../core/constants';
import type { ReconciliationPlan } from '../features/reconciliation/reconciler';
import { getReconcilerService } from '../features/reconciliation/reconciler';

import { print, readOptions, siteHere } from './site';

/** Maximum number of lines printed per list. The others are only counted. */
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

const PUT_BACK = 'put-back';
const REMOVE_UNOWNED = 'remove-unowned';

const printStorage = (storage: ReconciliationPlan['storage'], options: Set<string>): void => {
  if ('obstacle' in storage) {
    print(`The storage was not compared with the database: ${storage.obstacle}`);
    return;
  }
  const chosen = (option: string, now: string, does: string): string =>
    options.has(option) ? now : `left alone, --${option} ${does}`;
  printList(
    `Stored bytes of the bot that no file owns, ${chosen(REMOVE_UNOWNED, 'to remove now', 'removes them')}`,
    storage.unowned.map(({ name }) => name)
  );
  printList(
    'Files without their bytes, to be restored from a backup or deleted by hand',
    storage.incomplete.map(
      ({ id, name, isTrashed, missing }) =>
        `${id} ${name}${isTrashed ? ', in the trash' : ''} (missing: ${missing.join(', ')})`
    )
  );
  printList(
    `Bytes of such files that are there under another name, ${chosen(PUT_BACK, 'to put back now', 'puts them back')}`,
    storage.found.map(({ from, to }) => `${from.name} for ${to.hash}${to.ext}`)
  );
  printList(
    'Stored bytes that may be of such files and are never removed here',
    storage.doubtful.map(({ name }) => name)
  );
};

/**
 * Completes work that a crash interrupted and prints differences between database and storage. May run while the server
 * runs. `--dry-run` changes nothing, `--put-back` restores missing bytes of a file from a copy that is stored under
 * another name, `--remove-unowned` removes stored bytes that no file owns.
 */
export const reconcile = async (args: string[]): Promise<void> => {
  const options = readOptions(args, 'dry-run', PUT_BACK, REMOVE_UNOWNED);
  const strapi = siteHere();
  const register = strapi.register.bind(strapi);
  strapi.register = async () => {
    await register();
    // The command's process must not run the site's background jobs.
    strapi.config.set(`plugin::${PLUGIN_ID}.runBackgroundJobs`, false);
    return strapi;
  };
  await strapi.load();

  const reconciler = getReconcilerService(strapi);
  const { due, later, stuck, temporaryDirectories, leftFiles, storage } = await reconciler.plan();
  printRemovals('Stored bytes without an owner, to remove now', due);
  printRemovals('Given up, to try again now', stuck);
  printRemovals('Not yet due, left alone', later);
  printList('Temporary folders of processes that are gone', temporaryDirectories);
  printList(
    'Files of publications that SQL has deleted, which nothing uses, to be deleted on the Bot page',
    leftFiles.map(({ document_id: id, name }) => `${id} ${name}`)
  );
  printStorage(storage, options);

  if (options.has('dry-run')) {
    print('Dry run: nothing was changed.');
  } else {
    const { found = [], unowned = [] } = 'obstacle' in storage ? {} : storage;
    await reconciler.run({
      found: options.has(PUT_BACK) ? found : [],
      unowned: options.has(REMOVE_UNOWNED) ? unowned : [],
    });
    print('Done.');
  }
  await strapi.destroy();
};
