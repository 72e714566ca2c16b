import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';

import { botConfig } from '../../core/config';
import { hasPanelToken } from '../../core/strapi/panel/session';
import { createPanelPermissions } from '../../core/strapi/panel/permission';

import { getUnreadChangesService } from './unread-changes';

const DIGITS = /^\d{1,15}$/;

/** What open panels ask every few seconds. */
const createNewsController = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType } = botConfig(strapi);

  /** @returns undefined of a type that holds no publications; @throws 403 and 400 of `http-errors` */
  const askedBy = (ctx: Context) => {
    const { user } = ctx.state as { user?: { id?: unknown } };
    const { type } = ctx.params as { type: string };
    if (type !== contentType) {
      return undefined;
    }
    const permissions = createPanelPermissions(strapi, ctx, contentType);
    permissions.requireReading();
    const { after } = ctx.query;
    if (after !== undefined && (typeof after !== 'string' || !DIGITS.test(after))) {
      throw createError(400, 'after must be a number');
    }
    return { after, userId: String(user?.id), permissions };
  };

  /** Without `after`, where to begin. */
  const begin = async () => ({ data: { latest: await getUnreadChangesService(strapi).latest() } });

  return {
    /**
     * `GET /bot/pulse` (admin): 200 `{ data: { latest } }`. Costs next to nothing: one question to the
     * database a second for all panels.
     */
    async pulse(ctx: Context): Promise<void> {
      if (!hasPanelToken(strapi, ctx.get('Authorization'))) {
        throw createError(401);
      }
      ctx.set('Cache-Control', 'no-store');
      ctx.body = await begin();
    },

    /** `GET /bot/news/:type?after=` (admin): 200 `{ data: { latest, created?, changed? } }`. */
    async list(ctx: Context): Promise<void> {
      const asked = askedBy(ctx);
      if (asked?.after === undefined) {
        ctx.body = asked === undefined ? { data: null } : await begin();
        return;
      }
      const { after, userId, permissions } = asked;
      const news = await getUnreadChangesService(strapi).ofList({ after: Number(after), userId });
      const ids = [...news.created, ...news.changed];
      const reads = await permissions.reading(ids);
      const count = (some: string[]): number => some.filter((id) => reads(id)).length;
      const { latest, created, changed } = news;
      ctx.body = { data: { latest, created: count(created), changed: count(changed) } };
    },

    /** `GET /bot/news/:type/:id?after=` (admin): 200 `{ data: { latest, change? } }`. */
    async document(ctx: Context): Promise<void> {
      const asked = askedBy(ctx);
      if (asked?.after === undefined) {
        ctx.body = asked === undefined ? { data: null } : await begin();
        return;
      }
      const { id } = ctx.params as { id: string };
      const { after, userId, permissions } = asked;
      const news = await getUnreadChangesService(strapi).ofDocument(id, {
        after: Number(after),
        userId,
      });
      const permission = (await permissions.find('read', [id])).get(id);
      if (permission?.may() === false) {
        throw createError(403);
      }
      // That an open work is gone has to be told; whose it was, nobody knows any more.
      const isTold = permission !== undefined || permissions.mayAll('read');
      const change = news.change && (isTold ? news.change : { ...news.change, name: null });
      ctx.body = { data: { ...news, change } };
    },
  };
};

export default createNewsController;
