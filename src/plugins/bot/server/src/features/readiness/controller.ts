import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { getSiteService } from '../../core/http';
import { examine } from '../../core/readiness';

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `GET /health/ready`: 200 with the status of each check, 503 if the bot cannot publish. */
  async check(ctx: Context): Promise<void> {
    const { status, checks } = await examine(strapi);
    ctx.status = status === 'failed' ? 503 : 200;
    ctx.body = { status, site: getSiteService(strapi).name, checks };
  },
});
