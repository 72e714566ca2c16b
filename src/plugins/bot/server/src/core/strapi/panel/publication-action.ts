import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { botConfig } from '../../config';

/**
 * Creates an admin action about publications, `GET .../:type` or `.../:type/:id`: 200 `{ data }` with its result. The
 * panel calls it for all types; `data` is null for types without publications.
 */
export const publicationAction =
  (strapi: Core.Strapi, action: (ctx: Context, id: string) => Promise<unknown>) =>
  async (ctx: Context): Promise<void> => {
    const { id, type } = ctx.params as { id: string; type: string };
    ctx.body = { data: type === botConfig(strapi).contentType ? await action(ctx, id) : null };
  };
