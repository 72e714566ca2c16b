import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { answerIdempotently } from '../../core/protocol/send';

import { getWebhookOverviewService } from './overview';
import { getWebhookWorkerService } from './dispatcher';

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `GET /webhooks`: 200 with an array, one item for each configured receiver. */
  async list(ctx: Context): Promise<void> {
    ctx.body = await getWebhookOverviewService(strapi).list();
  },

  /** `POST /webhooks/retry`: 200 `{ retried }`. Enables disabled receivers, and retries waiting and given-up deliveries now. */
  async retry(ctx: Context): Promise<void> {
    await answerIdempotently(
      ctx,
      (retried: number) => ({ status: 200, body: { retried } }),
      (record) => getWebhookOverviewService(strapi).retry(record)
    );
    getWebhookWorkerService(strapi).wake();
  },
});
