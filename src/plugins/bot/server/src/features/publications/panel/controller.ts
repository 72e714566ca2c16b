import { firstPublish } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';

import { botConfig } from '../../../core/config';
import { createValidator } from '../../../core/protocol/validate';
import { publicationAction } from '../../../core/strapi/panel/publication-action';
import { createPanelPermissions, ALL_ATTRIBUTES } from '../../../core/strapi/panel/permission';

import { daysInTrash, hasPreviews, isRestorable } from '../events';
import { getPublicationReaderService } from '../reader';
import { getPublicationService } from '../writer';

import { createWorkFiles } from './files';
import { findDeletion, findCreators } from './creators';

const validateFirstPublish = createValidator(firstPublish);

/** Maximum number of publications in a bulk action. */
const AT_ONCE = 100;

/** Endpoints for information that the panel shows about a publication, or before its deletion. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  const { attributes, contentType } = botConfig(strapi);
  const findFiles = createWorkFiles(strapi);
  const permissionsOf = (ctx: Context) => createPanelPermissions(strapi, ctx);

  return {
    /** `GET /bot/works/:type/:id` (admin): 200 `{ data }` with creator, address and files. */
    get: publicationAction(strapi, async (ctx, id) => {
      const permissions = permissionsOf(ctx);
      const { may } = await permissions.require('read', id);
      const found = await getPublicationReaderService(strapi).findOne(id);
      if (found === undefined) throw createError(404);
      const { externalId, url, firstPublishedAt } = found.publication;
      return {
        madeBy: (await findCreators(strapi, [id])).get(id),
        externalId,
        url: may(attributes.slug) ? url : null,
        firstPublishedAt,
        canChange: await permissions.mayWith('update', id),
        canPublish: await permissions.mayWith('publish', id),
        hasPreview: hasPreviews.resolve(strapi) && may(ALL_ATTRIBUTES),
        files: await findFiles([id], permissions),
      };
    }),

    /**
     * `PUT /bot/works/:type/:id/first-publish` (admin), body `{ firstPublishedAt }`: 200 `{ data: { firstPublishedAt }
     * }`.
     */
    async changeFirstPublish(ctx: Context): Promise<void> {
      const { id, type } = ctx.params as { id: string; type: string };
      if (type !== contentType) throw createError(404);
      await permissionsOf(ctx).require('publish', id);
      const change = validateFirstPublish(ctx.request.body);
      const { publication } = await getPublicationService(strapi).change(
        id,
        change,
        { publish: false, ifMatch: '*' },
        () => Promise.resolve()
      );
      ctx.body = { data: { firstPublishedAt: publication.firstPublishedAt } };
    },

    /**
     * `GET /bot/works/:type/:id/deletion` (admin): who deleted a publication and when, and whether it can be restored;
     * null if it exists. Requires the permission to read all publications, because the creator of a deleted one is
     * unknown.
     */
    deletion: publicationAction(strapi, async (ctx, id) => {
      const permissions = permissionsOf(ctx);
      permissions.requireForSome('read');
      const deletion = await findDeletion(strapi, id);
      if (deletion === undefined) return null;
      if (!permissions.mayAll('read')) throw createError(403);
      const title = permissions.mayAll('read', attributes.title) ? deletion.title : null;
      return { ...deletion, title, isInTrash: await isRestorable.resolve(strapi, id) };
    }),

    /**
     * `GET /bot/works/:type?ids=a,b` (admin): `{ files, trashDays }`: the files of these publications, and the
     * retention of the trash in days.
     */
    files: publicationAction(strapi, async (ctx) => {
      const permissions = permissionsOf(ctx);
      permissions.requireForSome('read');
      const { ids: idList } = ctx.query;
      const ids = (typeof idList === 'string' ? idList : '').split(',').filter(Boolean);
      if (ids.length > AT_ONCE) throw createError(400, `Send at most ${AT_ONCE} ids`);
      return {
        files: await findFiles(ids, permissions),
        trashDays: daysInTrash.resolve(strapi),
      };
    }),
  };
};
