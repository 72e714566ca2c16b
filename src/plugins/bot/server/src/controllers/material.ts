import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import type { ReceivedForm } from '../middlewares/http/multipart-body';
import { getService } from '../services/lookup';
import { validateMaterial } from '../validation/material';

const createMaterialController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `POST /materials` (interface document, section 4): 201 `{ id, url, type }`. */
  async create(ctx: Context): Promise<void> {
    const material = validateMaterial(ctx.request.body as ReceivedForm);
    ctx.body = await getService(strapi, 'material').create(material);
    ctx.status = 201;
  },
});

export default createMaterialController;
