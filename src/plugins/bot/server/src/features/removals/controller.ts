import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { getRemovalQueueService } from './queue';
import { getRemovalWorkerService } from './worker';

/** Maximum number of removals to show in the panel, for waiting and stuck removals each. */
const SHOWN = 20;

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `GET /bot/removals` (admin): 200 `{ data: { waiting, stuck } }`, the oldest rows of each kind. */
  async overview(ctx: Context): Promise<void> {
    ctx.body = { data: await getRemovalQueueService(strapi).overview(SHOWN) };
  },

  /** `POST /bot/removals/retry` (admin): 204. Retries removals that were given up. */
  async retry(ctx: Context): Promise<void> {
    await getRemovalQueueService(strapi).retry();
    getRemovalWorkerService(strapi).wake();
    ctx.status = 204;
  },
});
