import {
  countTrashedFiles,
  countWaitingRemovals,
  lacksList,
  removeAdditions,
} from '../core/additions/remove-additions';

import { print, readOptions, siteHere, UsageError } from './site';

/**
 * Takes away what the plugin has added to the site's database, by the list that it keeps: rules, indexes, columns,
 * tables. The
 * server must be stopped. Works, files and all else of the site stay. Strapi is not loaded, as the
 * plugin would add everything anew.
 *
 * `--dry-run` changes nothing. `--force` also forgets which stored bytes were still to be removed, and the trash.
 */
export const uninstall = async (args: string[]): Promise<void> => {
  const options = readOptions(args, 'dry-run', 'force');
  const strapi = siteHere();
  try {
    if (await lacksList(strapi)) {
      throw new UsageError(
        'An earlier version of the plugin was here, which has not listed what it added: start the site once with ' +
          'this one, stop it, and run this again.'
      );
    }
    const waiting = await countWaitingRemovals(strapi);
    if (waiting > 0 && !options.has('force')) {
      throw new UsageError(
        `${waiting} removals of stored bytes are not done yet, and would be forgotten: run ` +
          '`strapi-plugin-fleet-bot reconcile` first, or add --force.'
      );
    }
    const trashed = await countTrashedFiles(strapi);
    if (trashed > 0 && !options.has('force')) {
      throw new UsageError(
        `${trashed} files are in the trash, and their bytes would stay in storage: restore them, or ` +
          'set the days of the trash to 0 and run `strapi-plugin-fleet-bot reconcile`, or add --force.'
      );
    }
    const statements = await removeAdditions(strapi, options.has('dry-run'));
    statements.forEach(print);
    print(
      options.has('dry-run')
        ? 'Dry run: nothing was changed.'
        : 'Done. Now take the plugin out of config/plugins, and run: npm uninstall strapi-plugin-fleet-bot'
    );
  } finally {
    await strapi.db.destroy();
  }
};
