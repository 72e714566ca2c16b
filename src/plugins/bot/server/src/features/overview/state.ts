import type { SiteState } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { readersOfChanges } from '../changes';
import { botConfig } from '../../core/config';
import { PLUGIN_ID } from '../../core/constants';
import { getInterfaceService } from '../../core/feature';
import { serviceOf } from '../../core/service';
import { getRequestStatisticsService, getSiteService, getSwitchesService } from '../../core/http';
import { examine } from '../../core/readiness';
import { getProbeService } from '../../core/strapi/probes';
import { getStorageService } from '../../core/storage';
import { siteOf } from '../publications';
import { workersOf } from '../removals';

/** Collects what the Status tab of the panel shows: configuration, health, workers and webhooks. */
export const createStateService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { token, previousToken, protectEditors, contentType, limits, rateLimit } =
    botConfig(strapi);

  const hasDocs = () => getInterfaceService(strapi).operations().includes('readDocs');

  return {
    async read(): Promise<SiteState> {
      const { name, absolute } = getSiteService(strapi);
      const api = absolute(`${strapi.config.get<string>('api.rest.prefix')}/${PLUGIN_ID}`);
      const { checks } = await examine(strapi);
      const isOk = (part: string) =>
        checks.some(({ name: examined, status }) => examined === part && status === 'ok');
      return {
        site: name,
        contentType,
        token: token.trim() === '' ? 'missing' : 'set',
        isPreviousTokenAccepted: previousToken.trim() !== '',
        requests: await getRequestStatisticsService(strapi).read(),
        database: {
          ok: isOk('database'),
          client: strapi.db.dialect.client,
        },
        storage: {
          ok: isOk('storage'),
          provider: getStorageService(strapi).provider,
        },
        checks,
        workers: _.pick(await workersOf(strapi), 'here', 'late', 'stuck'),
        webhooks: (await Promise.all(readersOfChanges.resolveAll(strapi))).flat(),
        addresses: {
          api,
          health: `${api}/health`,
          ...(hasDocs() && { docs: `${api}/docs` }),
          panel: strapi.config.get<string>('admin.absoluteUrl'),
        },
        leftOut: getProbeService(strapi).leftOut(),
        switches: {
          ...getSwitchesService(strapi).current(),
          protectEditorsConfigured: protectEditors,
        },
        allowed: {
          operations: getInterfaceService(strapi).operations(),
          limits: {
            uploadBytes: limits.uploadBytes,
            mediaCount: siteOf(strapi).limits.mediaCount,
            ..._.pick(rateLimit, 'requests', 'requestSeconds'),
          },
        },
      };
    },
  };
};

export const getStateService = serviceOf<typeof createStateService>('state');
