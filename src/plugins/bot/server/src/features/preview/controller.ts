import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { validatePublicationId } from '../../core/protocol/document-id';
import { answerIdempotently } from '../../core/protocol/send';

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
});

export default createPreviewController;
