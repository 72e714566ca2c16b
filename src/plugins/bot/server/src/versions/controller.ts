import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';

import { botConfig } from '../config';
import { PERMISSIONS } from '../constants';
import { getPublicationReaderService, validateDeletedQuery } from '../publications';
import {
  hasPanelPermission,
  panelPermissionOf,
  panelPermissionOfType,
  type PanelAction,
} from '../strapi/panel/permission';

import { getVersionService } from './versions';

interface Params {
  type: string;
  id: string;
  version: string;
}

/**
 * Earlier versions of a publication, for editors: who may read it sees them, who may change it puts one back.
 * Of one that is deleted, who sees what was deleted does both.
 */
const createVersionController = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType } = botConfig(strapi);

  /** @throws errors of `http-errors` with 404 and 403 */
  const requirePermission = async (ctx: Context, action: PanelAction): Promise<void> => {
    const { id, type } = ctx.params as Params;
    const { userAbility } = ctx.state as { userAbility?: unknown };
    if (type !== contentType) {
      throw createError(404);
    }
    const may = await panelPermissionOf(strapi, userAbility, contentType, id);
    // Nobody can tell any more whose work it was that is deleted.
    const mayOfDeleted = (of: PanelAction) =>
      hasPanelPermission(userAbility, PERMISSIONS.trash) ||
      (hasPanelPermission(userAbility, PERMISSIONS.page) &&
        panelPermissionOfType(strapi, userAbility, contentType)(of === 'update' ? 'create' : of));
    if (!(may?.(action) ?? mayOfDeleted(action))) {
      throw createError(403);
    }
  };

  /** @throws an error of `http-errors` with 404 */
  const found = <Result>(result: Result | undefined): Result => {
    if (result === undefined) {
      throw createError(404);
    }
    return result;
  };

  const numberOf = ({ version }: Params): number =>
    found(/^\d{1,15}$/.test(version) ? Number(version) : undefined);

  return {
    /**
     * `GET /bot/versions/deleted?search=&before=` (admin): 200 `{ data: { days, items, next } }`, publications that
     * are gone and not in the trash, deleted last first. The route says who may.
     */
    async deleted(ctx: Context): Promise<void> {
      const { search, before } = validateDeletedQuery({ ...ctx.query });
      const { days } = botConfig(strapi).versions;
      const listed = await getVersionService(strapi).listDeleted(search, before);
      ctx.body = { data: { days, ...listed } };
    },

    /** `DELETE /bot/versions/deleted/:id` (admin): 204; all versions of one that is gone go for good. The route says who may. */
    async forget(ctx: Context): Promise<void> {
      const { id } = ctx.params as Params;
      found((await getVersionService(strapi).forget(id)) || undefined);
      ctx.status = 204;
    },

    /** `GET /bot/versions/:type/:id` (admin): 200 `{ data }`, the newest first; none of another type. */
    async list(ctx: Context): Promise<void> {
      const { id, type } = ctx.params as Params;
      if (type !== contentType) {
        ctx.body = { data: [] };
        return;
      }
      await requirePermission(ctx, 'read');
      ctx.body = { data: await getVersionService(strapi).list(id) };
    },

    /**
     * `GET /bot/versions/:type/:id/:version` (admin): 200 `{ data }` with its text, media and fields, and with
     * `current`, what the draft says now: `{ title, body }`, or null of what is deleted.
     */
    async get(ctx: Context): Promise<void> {
      await requirePermission(ctx, 'read');
      const params = ctx.params as Params;
      const now = await getPublicationReaderService(strapi).findOne(params.id);
      const draft = now?.publication.draft ?? now?.publication;
      const { id } = params;
      const version = await getVersionService(strapi).find(id, numberOf(params), draft?.fields);
      const current = draft && { title: draft.title, body: draft.body };
      ctx.body = { data: { ...found(version), current: current ?? null } };
    },

    /**
     * `POST /bot/versions/:type/:id/:version/put-back` (admin): 200 `{ data: { id } }`, the id of the
     * publication; another one if it was deleted.
     */
    async putBack(ctx: Context): Promise<void> {
      await requirePermission(ctx, 'update');
      const params = ctx.params as Params;
      const { user } = ctx.state as { user: { id: string | number } };
      const id = await getVersionService(strapi).putBack(params.id, numberOf(params), user);
      ctx.body = { data: { id: found(id) } };
    },
  };
};

export default createVersionController;
