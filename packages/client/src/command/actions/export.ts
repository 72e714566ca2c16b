import path from 'node:path';

import { exportSite } from '../../folder/export';
import { onEachSite, type CommonOptions } from '../run';

/**
 * `fleet-bot export <address> <folder>`. With `--fleet`, the first argument is the folder, and each site is exported to
 * a subfolder.
 */
export const exportFrom = (address: string, folder: string | undefined, options: CommonOptions) => {
  const isFleet = options.fleet !== undefined;
  const target = isFleet ? address : (folder ?? 'export');
  return onEachSite(
    isFleet ? options : { ...options, site: address },
    async ({ client, name }) => {
      const place = isFleet ? path.join(target, name) : target;
      return { place, ...(await exportSite(client, place)) };
    },
    ({ place, texts, stale }) => [
      `${texts.length} publications in ${place}, ${texts.filter(({ isWritten }) => isWritten).length} written`,
      ...(stale.length > 0 ? [`No longer on the site, and left there: ${stale.length}`] : []),
      ...stale,
    ]
  );
};
