import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';

import { botConfig } from '../../core/config';
import { createPanelPermissions } from '../../core/strapi/panel/permission';
import { getVersionService } from '../versions';
import { validateDeletedQuery } from '../publications/requests/deleted-query';
import { validatePublicationId } from '../../core/protocol/document-id';

import { getTrashService } from './trash';

/** What people do with what was deleted. The routes say who may, if they may read the titles of all works. */
const createTrashController = ({ strapi }: { strapi: Core.Strapi }) => {
  const { attributes, contentType } = botConfig(strapi);

  /** Nobody can tell any more whose works these were. @throws an error of `http-errors` with 403 */
  const permissionsOf = (ctx: Context) => {
    const permissions = createPanelPermissions(strapi, ctx, contentType);
    if (!permissions.mayAll('read', attributes.title)) {
      throw createError(403);
    }
    return permissions;
  };

  return {
    /** `GET /bot/trash?search=&before=` (admin): 200 `{ data: { days, items, next } }`, deleted last first. */
    async list(ctx: Context): Promise<void> {
      permissionsOf(ctx);
      const { search, before } = validateDeletedQuery({ ...ctx.query });
      const { days } = botConfig(strapi).trash;
      ctx.body = { data: { days, ...(await getTrashService(strapi).list(search, before)) } };
    },

    /**
     * `POST /bot/trash/:id/restore` (admin): 200 `{ data: { id, status, slug, formerSlug } }`; `formerSlug` is
     * null if it has its slug again.
     */
    async restore(ctx: Context): Promise<void> {
      const permissions = permissionsOf(ctx);
      const id = validatePublicationId(ctx.params.id);
      const former = await getTrashService(strapi).slugOf(id);
      const { publication } = await getTrashService(strapi).restore(id);
      const { slug, status } = publication;
      const formerSlug = former === undefined || former === slug ? null : former;
      const slugs = permissions.mayAll('read', attributes.slug)
        ? { slug, formerSlug }
        : { slug: null, formerSlug: null };
      ctx.body = { data: { id, status, ...slugs } };
    },

    /** `DELETE /bot/trash/:id` (admin): 204; the publication, its files and its versions go for good. */
    async remove(ctx: Context): Promise<void> {
      permissionsOf(ctx);
      const id = validatePublicationId(ctx.params.id);
      if (!(await getTrashService(strapi).forget(id))) {
        throw createError(404);
      }
      await getVersionService(strapi).forget(id);
      ctx.status = 204;
    },
  };
};

export default createTrashController;
