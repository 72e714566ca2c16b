import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { answerIdempotently } from '../../core/protocol/send';
import { createPanelPermissions } from '../../core/strapi/panel/permission';
import { validatePublicationId } from '../../core/protocol/validate';

import { getPreviewService } from './preview';

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `POST /publications/:id/preview`: 200 `{ url, expiresAt }`. */
  async create(ctx: Context): Promise<void> {
    const id = validatePublicationId(ctx.params.id);
    await answerIdempotently(
      ctx,
      (link) => ({ status: 200, body: link }),
      async (record) => {
        const link = await getPreviewService(strapi).link(id);
        await record(link);
        return link;
      }
    );
  },

  /** `POST /bot/overview/works/:id/preview` (admin): 200 `{ data: { url, expiresAt } }`. */
  async link(ctx: Context): Promise<void> {
    const { id } = ctx.params as { id: string };
    // The preview shows all fields of the draft.
    await createPanelPermissions(strapi, ctx).requireReadingWhole(id);
    ctx.body = { data: await getPreviewService(strapi).link(id) };
  },
});
