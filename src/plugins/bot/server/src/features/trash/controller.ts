import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';

import { botConfig } from '../../core/config';
import { createPanelPermissions } from '../../core/strapi/panel/permission';
import { validatePublicationId } from '../../core/protocol/validate';
import { answerIdempotently } from '../../core/protocol/send';
import {
  publicationPurged,
  validateDeletedQuery,
  publicationAnswer,
  storedPublicationAnswer,
} from '../publications';
import { versionSettings } from '../versions';

import { trashSettings } from './settings';
import { getTrashService, type TrashedContent } from './trash';

/**
 * Endpoints of the trash. The panel's routes require the permission for the trash, and the right to read the titles of
 * all publications.
 */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  const { attributes } = botConfig(strapi);

  /**
   * Requires the right to read the titles of all publications, because the creators of deleted ones are unknown.
   * @throws an error of `http-errors` with 403
   */
  const permissionsOf = (ctx: Context) => {
    const permissions = createPanelPermissions(strapi, ctx);
    if (!permissions.mayAll('read', attributes.title)) throw createError(403);
    return permissions;
  };

  /** Finds a publication in the trash. @throws an error of `http-errors` with 404 */
  const found = async (ctx: Context): Promise<TrashedContent> => {
    const content = await getTrashService(strapi).find(validatePublicationId(ctx.params.id));
    if (content === undefined) throw createError(404);
    return content;
  };

  return {
    /** `POST /publications/:id/restore`: 200 with the complete publication, as before its deletion. */
    async restoreForBot(ctx: Context): Promise<void> {
      const id = validatePublicationId(ctx.params.id);
      await answerIdempotently(
        ctx,
        publicationAnswer,
        (record) => getTrashService(strapi).restore(id, record),
        storedPublicationAnswer
      );
    },

    /** `GET /bot/trash?search=&before=` (admin): 200 `{ data: { days, textDays, items, next } }`, last deleted first. */
    async list(ctx: Context): Promise<void> {
      permissionsOf(ctx);
      const { search, before } = validateDeletedQuery({ ...ctx.query });
      const kept = {
        days: trashSettings.of(strapi).days,
        textDays: versionSettings.of(strapi).days,
        files: await getTrashService(strapi).sizeOfFiles(),
      };
      ctx.body = { data: { ...kept, ...(await getTrashService(strapi).list(search, before)) } };
    },

    /** `GET /bot/trash/:id` (admin): 200 `{ data: { title, body, slug, media } }`, the content. */
    async get(ctx: Context): Promise<void> {
      const { mayAll } = permissionsOf(ctx);
      const { title, body, slug, media } = await found(ctx);
      ctx.body = {
        data: {
          title,
          body: mayAll('read', attributes.body) ? body : null,
          slug: mayAll('read', attributes.slug) ? slug : null,
          media: mayAll('read', attributes.media) ? media : [],
        },
      };
    },

    /**
     * `POST /bot/trash/:id/restore` (admin): 200 `{ data: { id, status, slug, formerSlug, lost } }`. `formerSlug` is
     * null if the slug is the same as before. `lost` has the names of permanently deleted files; the publication is
     * then restored as a draft.
     */
    async restore(ctx: Context): Promise<void> {
      const { mayAll } = permissionsOf(ctx);
      const id = validatePublicationId(ctx.params.id);
      const former = await getTrashService(strapi).find(id);
      const { publication } = await getTrashService(strapi).restore(id);
      const { slug, status } = publication;
      const lost = (former?.media ?? [])
        .filter(({ isDeleted }) => isDeleted)
        .map(({ name }) => name);
      ctx.body = {
        data: {
          id,
          status,
          slug: mayAll('read', attributes.slug) ? slug : null,
          formerSlug:
            mayAll('read', attributes.slug) && former?.slug !== slug
              ? (former?.slug ?? null)
              : null,
          lost: mayAll('read', attributes.media) ? lost : [],
        },
      };
    },

    /** `DELETE /bot/trash/:id` (admin): 204. Permanently deletes the publication, its files and its versions. */
    async remove(ctx: Context): Promise<void> {
      permissionsOf(ctx);
      const id = validatePublicationId(ctx.params.id);
      if (!(await getTrashService(strapi).purge(id))) throw createError(404);
      await publicationPurged.emit(strapi, id);
      ctx.status = 204;
    },
  };
};
