import type { Core } from '@strapi/strapi';
import { z } from '@strapi/utils';
import createError from 'http-errors';
import type { Context } from 'koa';

import { getUnsavedCopyService } from './unsaved-copies';

/** Path of a form in the admin panel, with its locale. */
const form = z.string().min(1).max(255).startsWith('/content-manager/');
const copy = z.object({ form, changed: z.record(z.string(), z.unknown()) });

/**
 * Table of the autosave that a later Strapi may have (strapi/strapi #27506). If the table exists, the plugin's own
 * autosave is off in the panel.
 */
const OF_STRAPI = 'strapi_autosaves';

/** Controller for unsaved changes of the panel's forms. Users access only their own changes. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  const isLeftToStrapi = (): boolean =>
    [...strapi.db.metadata.values()].some(({ tableName }) => tableName === OF_STRAPI);

  const personOf = (ctx: Context): string =>
    String((ctx.state as { user?: { id?: unknown } }).user?.id);

  /** Unwraps a validation result. @throws an `http-errors` error with 400 */
  const checked = <Data>({ data }: { data?: Data }): Data => {
    if (data === undefined) throw createError(400);
    return data;
  };

  return {
    /**
     * Handles `GET /bot/unsaved?form=` (admin): 200 `{ data, isLeftToStrapi }`. `data` is `{ at, changed }` or null;
     * `isLeftToStrapi` is true if Strapi has its own autosave.
     */
    async get(ctx: Context): Promise<void> {
      const found = await getUnsavedCopyService(strapi).find(
        personOf(ctx),
        checked(form.safeParse(ctx.query.form))
      );
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { data: found ?? null, isLeftToStrapi: isLeftToStrapi() };
    },

    /** Handles `PUT /bot/unsaved` (admin), `{ form, changed }`: 204. Empty `changed` deletes the copy. */
    async write(ctx: Context): Promise<void> {
      const input = checked(copy.safeParse(ctx.request.body));
      const copies = getUnsavedCopyService(strapi);
      if (Object.keys(input.changed).length === 0) await copies.remove(personOf(ctx), input.form);
      else await copies.write(personOf(ctx), input.form, input.changed);
      ctx.status = 204;
    },
  };
};
