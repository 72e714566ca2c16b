import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { getService } from '../services/lookup';

/** Rows of each kind that the panel shows. */
const SHOWN = 20;

/** What the admin panel shows of removals. */
const createRemovalController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `GET /bot/removals` (admin): 200 `{ data: { waiting, stuck } }`, the oldest of each. */
  async overview(ctx: Context): Promise<void> {
    ctx.body = { data: await getService(strapi, 'removalQueue').overview(SHOWN) };
  },

  /** `POST /bot/removals/retry` (admin): tries again what was given up; 204. */
  async retry(ctx: Context): Promise<void> {
    await getService(strapi, 'removalQueue').revive();
    getService(strapi, 'removalWorker').poke();
    ctx.status = 204;
  },
});

export default createRemovalController;
