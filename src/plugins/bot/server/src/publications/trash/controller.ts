import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';

import { botConfig } from '../../config';
import { getVersionService } from '../../versions';
import { validateDeletedQuery } from '../requests/deleted-query';
import { validatePublicationId } from '../requests/publication-id';

import { getTrashService } from './trash';

/** What people do with what was deleted. The routes say who may. */
const createTrashController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `GET /bot/trash?search=&before=` (admin): 200 `{ data: { days, items, next } }`, deleted last first. */
  async list(ctx: Context): Promise<void> {
    const { search, before } = validateDeletedQuery({ ...ctx.query });
    const { days } = botConfig(strapi).trash;
    ctx.body = { data: { days, ...(await getTrashService(strapi).list(search, before)) } };
  },

  /**
   * `POST /bot/trash/:id/restore` (admin): 200 `{ data: { id, status, slug, formerSlug } }`; `formerSlug` is
   * null if it has its slug again.
   */
  async restore(ctx: Context): Promise<void> {
    const id = validatePublicationId(ctx.params.id);
    const former = await getTrashService(strapi).slugOf(id);
    const { publication } = await getTrashService(strapi).restore(id);
    const { slug, status } = publication;
    const formerSlug = former === undefined || former === slug ? null : former;
    ctx.body = { data: { id, status, slug, formerSlug } };
  },

  /** `DELETE /bot/trash/:id` (admin): 204; the publication, its files and its versions go for good. */
  async remove(ctx: Context): Promise<void> {
    const id = validatePublicationId(ctx.params.id);
    if (!(await getTrashService(strapi).forget(id))) {
      throw createError(404);
    }
    await getVersionService(strapi).forget(id);
    ctx.status = 204;
  },
});

export default createTrashController;
