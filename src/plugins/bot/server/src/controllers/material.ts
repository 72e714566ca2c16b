import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import type { ReceivedForm } from '../media/received-form';
import { answerOnce } from '../protocol/send';
import { getService } from '../services/lookup';
import { validateMaterial } from '../validation/material';

const createMaterialController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `POST /materials` (interface document, section 4): 201 `{ id, url, type }`. */
  async create(ctx: Context): Promise<void> {
    const material = validateMaterial(ctx.request.body as ReceivedForm);
    await answerOnce(
      ctx,
      (body) => ({ status: 201, body }),
      (settle) => getService(strapi, 'material').create(material, settle)
    );
  },
});

export default createMaterialController;
