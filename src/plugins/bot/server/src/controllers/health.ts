import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { getService } from '../services/lookup';

const createHealthController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `GET /health`: 200 `{ ok: true, site }`, or 503 `{ ok: false, site }` without a database. */
  async check(ctx: Context): Promise<void> {
    const ok = await getService(strapi, 'health').isHealthy();
    ctx.status = ok ? 200 : 503;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok, site: getService(strapi, 'site').name };
  },
});

export default createHealthController;
