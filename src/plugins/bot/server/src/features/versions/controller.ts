import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';

import { botConfig } from '../../core/config';
import { PERMISSIONS } from '../../core/constants';
import { getPublicationReaderService, validateDeletedQuery } from '../publications';
import {
  createPanelPermissions,
  hasPanelPermission,
  type DocumentPermission,
} from '../../core/strapi/panel/permission';

import type { Reading } from './version';
import { getVersionService } from './versions';

interface Params {
  type: string;
  id: string;
  version: string;
}

/**
 * Earlier versions of a publication, for editors: who may read it sees them, who may change it puts one back, each
 * with the fields that are theirs. Of one that is deleted, who sees what was deleted does both.
 */
const createVersionController = ({ strapi }: { strapi: Core.Strapi }) => {
  const { attributes, contentType } = botConfig(strapi);
  const permissionsOf = (ctx: Context) => createPanelPermissions(strapi, ctx, contentType);

  /** What the person may do with a publication, there or deleted. @throws errors of `http-errors` with 404 and 403 */
  const requirePermission = async (
    ctx: Context,
    action: 'read' | 'update'
  ): Promise<DocumentPermission> => {
    const { id, type } = ctx.params as Params;
    if (type !== contentType) {
      throw createError(404);
    }
    const permissions = permissionsOf(ctx);
    if ((await permissions.find(action, [id])).has(id)) {
      return permissions.require(action, id);
    }
    // Nobody can tell any more whose work it was that is deleted.
    const ofDeleted = action === 'update' ? 'create' : action;
    const seesDeleted = [PERMISSIONS.trash, PERMISSIONS.page].some((one) =>
      hasPanelPermission(ctx, one)
    );
    if (!seesDeleted || !permissions.mayAll(ofDeleted)) {
      throw createError(403);
    }
    return {
      may: (attribute) => permissions.mayAll(ofDeleted, attribute),
      pick: permissions.pickNew,
    };
  };

  /** @throws an error of `http-errors` with 403 */
  const requireTitles = (ctx: Context): void => {
    if (!permissionsOf(ctx).mayAll('read', attributes.title)) {
      throw createError(403);
    }
  };

  const readingOf = (ctx: Context, { may }: DocumentPermission): Reading => ({
    may,
    mayName: (target, attribute) =>
      createPanelPermissions(strapi, ctx, target).mayAll('read', attribute),
  });

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
     * are gone and not in the trash, deleted last first. The route says who may, if they may read all titles.
     */
    async deleted(ctx: Context): Promise<void> {
      const { search, before } = validateDeletedQuery({ ...ctx.query });
      requireTitles(ctx);
      const { days } = botConfig(strapi).versions;
      const listed = await getVersionService(strapi).listDeleted(search, before);
      ctx.body = { data: { days, ...listed } };
    },

    /** `DELETE /bot/versions/deleted/:id` (admin): 204; all versions of one that is gone go for good. The route says who may. */
    async forget(ctx: Context): Promise<void> {
      requireTitles(ctx);
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
      const { may } = await requirePermission(ctx, 'read');
      const versions = await getVersionService(strapi).list(id);
      ctx.body = {
        data: versions
          .filter(({ locale }) => may(undefined, locale))
          .map((version) => ({
            ...version,
            title: may(attributes.title, version.locale) ? version.title : null,
          })),
      };
    },

    /**
     * `GET /bot/versions/:type/:id/:version` (admin): 200 `{ data }` with its text, media and fields, and with
     * `current`, what the draft says now: `{ title, body }`, or null of what is deleted.
     */
    async get(ctx: Context): Promise<void> {
      const permission = await requirePermission(ctx, 'read');
      const params = ctx.params as Params;
      const { id } = params;
      const reading = readingOf(ctx, permission);
      const now = await getPublicationReaderService(strapi).findOne(id);
      const draft = now?.publication.draft ?? now?.publication;
      const version = found(
        await getVersionService(strapi).find(id, numberOf(params), draft?.fields, reading)
      );
      const said = (attribute: string, value: string | null): string | null =>
        permission.may(attribute, version.locale) ? value : null;
      const current = draft && {
        title: said(attributes.title, draft.title),
        body: said(attributes.body, draft.body),
      };
      ctx.body = { data: { ...version, current: current ?? null } };
    },

    /**
     * `POST /bot/versions/:type/:id/:version/put-back` (admin): 200 `{ data: { id } }`, the id of the
     * publication; another one if it was deleted. What the person may not write stays as it is.
     */
    async putBack(ctx: Context): Promise<void> {
      const { pick } = await requirePermission(ctx, 'update');
      const params = ctx.params as Params;
      const { user } = ctx.state as { user: { id: string | number } };
      const id = await getVersionService(strapi).putBack(params.id, numberOf(params), user, pick);
      ctx.body = { data: { id: found(id) } };
    },
  };
};

export default createVersionController;
