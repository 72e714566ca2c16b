import type { Core } from '@strapi/strapi';
import { z } from '@strapi/utils';
import createError from 'http-errors';
import type { Context } from 'koa';

import { getUnsavedCopyService } from './unsaved-copies';

/** The path of a form in the panel, with its locale. */
const form = z.string().min(1).max(255).startsWith('/content-manager/');
const copy = z.object({ form, changed: z.record(z.string(), z.unknown()) });

/** The table of Strapi's own copies, of a later version (strapi/strapi #27506): where it is, there are none here. */
const OF_STRAPI = 'strapi_autosaves';

/** Each person finds, writes and drops copies of their own, whatever else they may do. */
const createUnsavedCopyController = ({ strapi }: { strapi: Core.Strapi }) => {
  const isLeftToStrapi = (): boolean =>
    [...strapi.db.metadata.values()].some(({ tableName }) => tableName === OF_STRAPI);

  const personOf = (ctx: Context): string =>
    String((ctx.state as { user?: { id?: unknown } }).user?.id);

  /** @throws an error of `http-errors` with 400 */
  const checked = <Data>({ data }: { data?: Data }): Data => {
    if (data === undefined) throw createError(400);
    return data;
  };

  return {
    /**
     * `GET /bot/unsaved?form=` (admin): 200 `{ data: { at, changed } }`, or null; with `isLeftToStrapi` where Strapi
     * keeps copies itself.
     */
    async get(ctx: Context): Promise<void> {
      const found = await getUnsavedCopyService(strapi).find(
        personOf(ctx),
        checked(form.safeParse(ctx.query.form))
      );
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { data: found ?? null, isLeftToStrapi: isLeftToStrapi() };
    },

    /** `PUT /bot/unsaved` (admin), `{ form, changed }`: 204; `changed` without fields drops the copy. */
    async write(ctx: Context): Promise<void> {
      const given = checked(copy.safeParse(ctx.request.body));
      const copies = getUnsavedCopyService(strapi);
      if (Object.keys(given.changed).length === 0) await copies.remove(personOf(ctx), given.form);
      else await copies.write(personOf(ctx), given.form, given.changed);
      ctx.status = 204;
    },
  };
};

export default createUnsavedCopyController;
