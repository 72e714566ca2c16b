import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { getRemovalQueueService } from './queue';
import { getRemovalWorkerService } from './worker';

/** Rows of each kind that the panel shows. */
const SHOWN = 20;

const createRemovalController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `GET /bot/removals` (admin): 200 `{ data: { waiting, stuck } }`, the oldest of each. */
  async overview(ctx: Context): Promise<void> {
    ctx.body = { data: await getRemovalQueueService(strapi).overview(SHOWN) };
  },

  /** `POST /bot/removals/retry` (admin): tries again what was given up; 204. */
  async retry(ctx: Context): Promise<void> {
    await getRemovalQueueService(strapi).retry();
    getRemovalWorkerService(strapi).wake();
    ctx.status = 204;
  },
});

export default createRemovalController;
