import {
  countTrashedFiles,
  countWaitingRemovals,
  lacksList,
  removeAdditions,
} from '../core/additions/remove-additions';

import { print, readOptions, siteHere, UsageError } from './site';

/**
 * Removes the plugin's additions from the site's database, as listed in its installation table: constraints, indexes,
 * columns, tables. The server must be stopped. Works, files and other data stay. Does not load Strapi, because the
 * plugin would add everything again.
 *
 * `--dry-run` changes nothing. `--force` also discards pending removals of stored bytes, and the trash.
 */
export const uninstall = async (args: string[]): Promise<void> => {
  const options = readOptions(args, 'dry-run', 'force');
  const strapi = siteHere();
  try {
    if (await lacksList(strapi)) {
      throw new UsageError(
        'An earlier version of the plugin has not recorded what it added to the database. Start the site once with ' +
          'this version, stop it, and run this command again.'
      );
    }
    const waiting = await countWaitingRemovals(strapi);
    if (waiting > 0 && !options.has('force')) {
      throw new UsageError(
        `${waiting} files are not yet removed from storage, and would stay there. Run ` +
          '`strapi-plugin-fleet-bot reconcile` first, or add --force.'
      );
    }
    const trashed = await countTrashedFiles(strapi);
    if (trashed > 0 && !options.has('force')) {
      throw new UsageError(
        `${trashed} files in the trash would stay in storage. Restore them, or ` +
          'set the days of the trash to 0 and run `strapi-plugin-fleet-bot reconcile`, or add --force.'
      );
    }
    const statements = await removeAdditions(strapi, options.has('dry-run'));
    statements.forEach(print);
    print(
      options.has('dry-run')
        ? 'Dry run: nothing was changed.'
        : 'Done. Remove the plugin from config/plugins, then run: npm uninstall strapi-plugin-fleet-bot'
    );
  } finally {
    await strapi.db.destroy();
  }
};
