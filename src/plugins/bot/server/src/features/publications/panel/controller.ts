import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';

import { botConfig } from '../../../core/config';
import { createPanelPermissions, WHOLE } from '../../../core/strapi/panel/permission';

import { daysInTrash, hasPreviews, isRestorable } from '../events';
import { getPublicationReaderService } from '../reader';

import { getWorkFileService } from './files';
import { findDeletion, findMakers } from './makers';

/** Publications of one bulk action. */
const AT_ONCE = 100;

/** What the panel shows beside a publication, and before one is deleted. */
const createWorkController = ({ strapi }: { strapi: Core.Strapi }) => {
  const { attributes, contentType } = botConfig(strapi);
  const permissionsOf = (ctx: Context) => createPanelPermissions(strapi, ctx, contentType);

  return {
    /** `GET /bot/works/:type/:id` (admin): 200 `{ data }`, null of a type without publications. */
    async get(ctx: Context): Promise<void> {
      const { id, type } = ctx.params as { id: string; type: string };
      if (type !== contentType) {
        ctx.body = { data: null };
        return;
      }
      const permissions = permissionsOf(ctx);
      const { may } = await permissions.require('read', id);
      const found = await getPublicationReaderService(strapi).findOne(id);
      if (found === undefined) {
        throw createError(404);
      }
      const { externalId, url } = found.publication;
      ctx.body = {
        data: {
          madeBy: (await findMakers(strapi, [id])).get(id),
          externalId,
          url: may(attributes.slug) ? url : null,
          canChange: (await permissions.find('update', [id])).get(id)?.may() ?? false,
          hasPreview: hasPreviews.ask(strapi) && may(WHOLE),
          files: await getWorkFileService(strapi).find([id], permissions),
        },
      };
    },

    /**
     * `GET /bot/works/:type/:id/deletion` (admin): 200 `{ data }`, who has deleted it, when, and whether it can
     * be restored; null of a publication that is there, and of a type without publications. Only to who may
     * read all publications: whose this was, nobody knows any more.
     */
    async deletion(ctx: Context): Promise<void> {
      const { id, type } = ctx.params as { id: string; type: string };
      if (type !== contentType) {
        ctx.body = { data: null };
        return;
      }
      const permissions = permissionsOf(ctx);
      permissions.requireReading();
      const deletion = await findDeletion(strapi, id);
      if (deletion === undefined) {
        ctx.body = { data: null };
        return;
      }
      if (!permissions.mayAll('read')) {
        throw createError(403);
      }
      const title = permissions.mayAll('read', attributes.title) ? deletion.title : null;
      ctx.body = { data: { ...deletion, title, isInTrash: await isRestorable.ask(strapi, id) } };
    },

    /**
     * `GET /bot/works/:type?ids=a,b` (admin): 200 `{ data: { files, trashDays } }`: the files of all of them, and
     * for how many days they can be restored when they are deleted.
     */
    async files(ctx: Context): Promise<void> {
      const { type } = ctx.params as { type: string };
      if (type !== contentType) {
        ctx.body = { data: null };
        return;
      }
      const permissions = permissionsOf(ctx);
      permissions.requireReading();
      const { ids: given } = ctx.query;
      const ids = (typeof given === 'string' ? given : '').split(',').filter(Boolean);
      if (ids.length > AT_ONCE) {
        throw createError(400, `ids must be ${AT_ONCE} at most`);
      }
      ctx.body = {
        data: {
          files: await getWorkFileService(strapi).find(ids, permissions),
          trashDays: daysInTrash.ask(strapi),
        },
      };
    },
  };
};

export default createWorkController;
