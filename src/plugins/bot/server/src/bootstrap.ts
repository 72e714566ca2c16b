import type { Core } from '@strapi/strapi';

import { PERMISSION, PLUGIN_ID } from './constants';
import { applyFileTypeRule } from './database/file-type-rule/apply';
import { setTypeOnWrite } from './database/file-type-rule/on-write';
import { fillInStatus } from './database/publication-status-fill';
import { setObjectHeaders } from './media/object-headers';
import { botConfig, getService } from './services/lookup';

/** Every hour, a minute after it struck, when few others do the same. */
const HOURLY = '1 * * * *';

const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  const { contentType, worker } = botConfig(strapi);

  setTypeOnWrite(strapi);
  setObjectHeaders(strapi);
  await applyFileTypeRule(strapi);
  await fillInStatus(strapi, contentType);
  await getService(strapi, 'materialFolder').get();
  await getService(strapi, 'rateLimit').start();
  await strapi.service('admin::permission').actionProvider.registerMany([
    {
      section: 'plugins',
      displayName: 'See and settle removals of files',
      uid: PERMISSION.split('.')[1],
      pluginName: PLUGIN_ID,
    },
  ]);

  if (worker) {
    await getService(strapi, 'temporaryDirectory').sweep();
    await getService(strapi, 'idempotency').dropAbandonedClaims();
    strapi.cron.add({
      botIdempotencySweep: {
        // A rejection that nobody takes would end the process; the next hour tries again.
        task: () =>
          getService(strapi, 'idempotency')
            .sweep()
            .catch((error: unknown) => void strapi.log.warn(error)),
        options: { rule: HOURLY },
      },
    });
    getService(strapi, 'removalWorker').start();
  }
};

export default bootstrap;
