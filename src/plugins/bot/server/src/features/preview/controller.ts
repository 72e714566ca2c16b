import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';

import { botConfig } from '../../core/config';
import { answerIdempotently } from '../../core/protocol/send';
import { createPanelPermissions, WHOLE } from '../../core/strapi/panel/permission';
import { validatePublicationId } from '../../core/protocol/document-id';

import { getPreviewService } from './preview';

const createPreviewController = ({ strapi }: { strapi: Core.Strapi }) => ({
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
    const permissions = createPanelPermissions(strapi, ctx, botConfig(strapi).contentType);
    // It shows all of the draft.
    const { may } = await permissions.require('read', id);
    if (!may(WHOLE)) throw createError(403);
    ctx.body = { data: await getPreviewService(strapi).link(id) };
  },
});

export default createPreviewController;
