import path from 'node:path';

import { exportSite } from '../../folder/export';
import { importFolder } from '../../folder/import';
import { columns, EXIT } from '../output';
import { onEachSite, type CommonOptions } from '../run';

/** `fleet-bot import <folder>` */
export const importTo = (folder: string, options: CommonOptions & { dryRun?: boolean }) =>
  onEachSite(
    options,
    ({ client }) => importFolder(client, folder, options),
    (files) =>
      columns([
        ['ACTION', 'FILE', 'UPLOADS', 'WHAT'],
        ...files.map(({ action, file, uploads, what }) => [
          action,
          file,
          String(uploads),
          what.join(', '),
        ]),
      ]),
    (files) => (files.some(({ action }) => action === 'failed') ? EXIT.refused : EXIT.done)
  );

/** `fleet-bot export <address> <folder>`; of a fleet each site has a folder of its own in it. */
export const exportFrom = (address: string, folder: string | undefined, options: CommonOptions) => {
  const isFleet = options.fleet !== undefined;
  const target = isFleet ? address : (folder ?? 'export');
  return onEachSite(
    isFleet ? options : { ...options, site: address },
    ({ client, name }) => exportSite(client, isFleet ? path.join(target, name) : target),
    (files) => [`${files.length} publications in ${target}`]
  );
};
