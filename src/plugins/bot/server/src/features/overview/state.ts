import type { SiteState } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { readersOfChanges } from '../changes';
import { botConfig } from '../../core/config';
import { PLUGIN_ID } from '../../core/constants';
import { serviceOf } from '../../core/service';
import {
  getHealthService,
  getRequestStatisticsService,
  getSiteService,
  getSwitchesService,
} from '../../core/http';
import { getProbeService } from '../../core/strapi/probes';
import { getStorageService } from '../../core/storage';
import { getRemovalQueueService } from '../removals';

/** Removals are looked at so far. */
const LOOKED_AT = 100;
/** A removal that is due for so long has no worker that takes it. */
const LATE_MILLISECONDS = 10 * 60_000;

/** Tells how things stand. */
export const createStateService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { token, previousToken, runBackgroundJobs, protectEditors, contentType } =
    botConfig(strapi);

  const workers = async (): Promise<SiteState['workers']> => {
    const { waiting, stuck } = await getRemovalQueueService(strapi).overview(LOOKED_AT);
    const late = Date.now() - LATE_MILLISECONDS;
    return {
      here: runBackgroundJobs,
      late: waiting.filter(({ dueAt }) => dueAt.getTime() < late).length,
      stuck: stuck.length,
    };
  };

  return {
    async read(): Promise<SiteState> {
      const { name, absolute } = getSiteService(strapi);
      const api = absolute(`${strapi.config.get<string>('api.rest.prefix')}/${PLUGIN_ID}`);
      const storage = getStorageService(strapi);
      return {
        site: name,
        contentType,
        token: token.trim() === '' ? 'missing' : 'set',
        isPreviousTokenAccepted: previousToken.trim() !== '',
        requests: await getRequestStatisticsService(strapi).read(),
        database: {
          ok: await getHealthService(strapi).isHealthy(),
          client: strapi.db.dialect.client,
        },
        storage: {
          ok: await storage.assertReachable().then(
            () => true,
            () => false
          ),
          provider: storage.provider,
        },
        workers: await workers(),
        webhooks: (await Promise.all(readersOfChanges.askAll(strapi))).flat(),
        addresses: {
          api,
          health: `${api}/health`,
          panel: strapi.config.get<string>('admin.absoluteUrl'),
        },
        leftOut: getProbeService(strapi).leftOut(),
        switches: {
          ...getSwitchesService(strapi).current(),
          protectEditorsConfigured: protectEditors,
        },
      };
    },
  };
};

export const getStateService = serviceOf<typeof createStateService>('state');
