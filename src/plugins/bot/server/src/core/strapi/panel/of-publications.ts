import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { botConfig } from '../../config';

/**
 * Makes an action of the panel about publications, `GET .../:type` or `.../:type/:id`: 200 `{ data }` with what it
 * gives. The panel asks of whatever type it shows; of one that holds no publications, `data` is null.
 */
export const ofPublications =
  (strapi: Core.Strapi, action: (ctx: Context, id: string) => Promise<unknown>) =>
  async (ctx: Context): Promise<void> => {
    const { id, type } = ctx.params as { id: string; type: string };
    ctx.body = { data: type === botConfig(strapi).contentType ? await action(ctx, id) : null };
  };
