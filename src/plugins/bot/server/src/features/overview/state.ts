import type { Core } from '@strapi/strapi';

import { getWebhookOverviewService } from '../changes';
import { botConfig } from '../../core/config';
import { PLUGIN_ID } from '../../core/constants';
import {
  getHealthService,
  getRequestStatisticsService,
  getSiteService,
  getSwitchesService,
  type RequestCounts,
  type Switches,
} from '../../core/http';
import { getIndexNowService } from '../index-now';
import { getProbeService } from '../../core/strapi/probes';
import { getStorageService } from '../../core/storage';
import { getRemovalQueueService } from '../removals';

/** Removals are looked at so far. */
const LOOKED_AT = 100;
/** A removal that is due for so long has no worker that takes it. */
const LATE_MILLISECONDS = 10 * 60_000;

/** How things stand between the site and its bot. Nothing secret is in it. */
export interface State {
  site: string;
  contentType: string;
  token: 'set' | 'missing';
  isPreviousTokenAccepted: boolean;
  requests: RequestCounts;
  database: { ok: boolean; client: string };
  storage: { ok: boolean; provider: string };
  workers: {
    /** Whether the instance that answers has workers. */
    here: boolean;
    /** Removals that wait too long: no instance has a worker, or storage is slow. */
    late: number;
    /** Removals that were given up. */
    stuck: number;
  };
  /** Who is told of changes: receivers of webhooks, and search engines. */
  webhooks: {
    url: string;
    behind: number;
    waiting: number;
    dead: number;
    disabledAt: string | null;
  }[];
  addresses: { api: string; health: string; panel: string };
  /** What the site runs without, as this version of Strapi does not do what it needs. */
  leftOut: string[];
  switches: Switches & { protectEditorsConfigured: boolean };
}

/** Tells how things stand. */
export const createStateService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { token, previousToken, worker, protectEditors, contentType } = botConfig(strapi);

  const workers = async (): Promise<State['workers']> => {
    const { waiting, stuck } = await getRemovalQueueService(strapi).overview(LOOKED_AT);
    const late = Date.now() - LATE_MILLISECONDS;
    return {
      here: worker,
      late: waiting.filter(({ dueAt }) => dueAt.getTime() < late).length,
      stuck: stuck.length,
    };
  };

  const searchEngines = async (): Promise<State['webhooks']> => {
    const state = await getIndexNowService(strapi).state();
    return state === undefined
      ? []
      : [
          {
            url: state.endpoint,
            behind: state.behind,
            waiting: 0,
            dead: 0,
            disabledAt: state.disabledAt?.toISOString() ?? null,
          },
        ];
  };

  const webhooks = async (): Promise<State['webhooks']> => {
    const found = await getWebhookOverviewService(strapi).list();
    const receivers = found.map(({ url, behind, waiting, dead, disabledAt }) => ({
      url,
      behind,
      waiting,
      dead: dead.length,
      disabledAt,
    }));
    return [...receivers, ...(await searchEngines())];
  };

  return {
    async read(): Promise<State> {
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
        webhooks: await webhooks(),
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

export type StateService = ReturnType<typeof createStateService>;

/** Gives this service of a site. */
export const getStateService = (strapi: Core.Strapi): StateService =>
  strapi.plugin(PLUGIN_ID).service('state');
