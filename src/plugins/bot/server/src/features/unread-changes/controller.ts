import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';

import { publicationAction } from '../../core/strapi/panel/publication-action';
import { hasPanelToken } from '../../core/strapi/panel/session';
import { createPanelPermissions } from '../../core/strapi/panel/permission';

import { createUnreadChanges } from './unread-changes';

const DIGITS = /^\d{1,15}$/;

/** HTTP endpoints for unread changes, which each visible panel requests every few seconds. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  const unread = createUnreadChanges(strapi);

  /** Parses the query and checks the permission to read. @throws 403 and 400 of `http-errors` */
  const parseRequest = (ctx: Context) => {
    const { user } = ctx.state as { user?: { id?: unknown } };
    const permissions = createPanelPermissions(strapi, ctx);
    permissions.requireForSome('read');
    const { after } = ctx.query;
    if (after !== undefined && (typeof after !== 'string' || !DIGITS.test(after))) {
      throw createError(400, 'after must be a number');
    }
    return {
      requested:
        after === undefined ? undefined : { after: Number(after), userId: String(user?.id) },
      permissions,
    };
  };

  /** The answer to a request without `after`: the newest position, as `after` for the next request. */
  const begin = async () => ({ latest: await unread.latest() });

  return {
    /**
     * `GET /bot/pulse` (admin): 200 `{ data: { latest } }`, the row id of the newest change. All panels share one SQL
     * query a second.
     */
    async pulse(ctx: Context): Promise<void> {
      if (!hasPanelToken(strapi, ctx.get('Authorization'))) throw createError(401);
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { data: await begin() };
    },

    /** `GET /bot/unread-changes/:type?after=` (admin): `{ latest, created?, changed? }`. */
    list: publicationAction(strapi, async (ctx) => {
      const { requested, permissions } = parseRequest(ctx);
      if (requested === undefined) return begin();
      const { latest, created, changed } = await unread.ofList(requested);
      const reads = await permissions.reading([...created, ...changed]);
      const count = (some: string[]): number => some.filter((id) => reads(id)).length;
      return { latest, created: count(created), changed: count(changed) };
    }),

    /** `GET /bot/unread-changes/:type/:id?after=` (admin): `{ latest, change? }`. */
    document: publicationAction(strapi, async (ctx, id) => {
      const { requested, permissions } = parseRequest(ctx);
      if (requested === undefined) return begin();
      const found = await unread.ofDocument(id, requested);
      const permission = (await permissions.find('read', [id])).get(id);
      if (permission?.may() === false) throw createError(403);
      // A deletion is reported to everybody, but the editor's name only to those who may read all
      // publications, because the creator of a deleted one is unknown.
      const isNameReadable = permission !== undefined || permissions.mayAll('read');
      return {
        ...found,
        change: found.change && (isNameReadable ? found.change : { ...found.change, name: null }),
      };
    }),
  };
};
