import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { getSiteService } from '../site';

import { getHealthService } from './health';

const createHealthController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `GET /health`: 200 `{ ok: true, site }`, or 503 `{ ok: false, site }` without a database. */
  async check(ctx: Context): Promise<void> {
    const ok = await getHealthService(strapi).isHealthy();
    ctx.status = ok ? 200 : 503;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok, site: getSiteService(strapi).name };
  },
});

export default createHealthController;
