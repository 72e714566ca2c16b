import type { Core } from '@strapi/strapi';
import { z } from '@strapi/utils';
import createError from 'http-errors';
import type { Context } from 'koa';

import { botConfig } from '../../core/config';
import { createValidator } from '../../core/protocol/validate';
import { getPublicationReaderService } from '../publications';
import {
  createPanelPermissions,
  type DocumentPermission,
} from '../../core/strapi/panel/permission';

import type { Reading } from './content-type';
import { getVersionService } from './versions';

interface Params {
  type: string;
  id: string;
  version: string;
}

const validatePutBack = createValidator(z.strictObject({ field: z.string().optional() }));

/**
 * Endpoints for earlier versions of a publication. Users who may read the publication see them, and users who may
 * change it can restore them, limited to their permitted fields.
 */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  const { attributes, contentType } = botConfig(strapi);
  const permissionsOf = (ctx: Context) => createPanelPermissions(strapi, ctx);

  /** The user's permission for a publication. @throws errors of `http-errors` with 404 and 403 */
  const requirePermission = (
    ctx: Context,
    action: 'read' | 'update'
  ): Promise<DocumentPermission> => {
    const { id, type } = ctx.params as Params;
    if (type !== contentType) throw createError(404);
    return permissionsOf(ctx).require(action, id);
  };

  const readingOf = (ctx: Context, { may }: DocumentPermission): Reading => ({
    may,
    mayName: (target, attribute) =>
      createPanelPermissions(strapi, ctx, target).mayAll('read', attribute),
  });

  /**
   * Returns the given value if it is defined.
   * @throws an error of `http-errors` with 404 otherwise
   */
  const found = <Result>(result: Result | undefined): Result => {
    if (result === undefined) throw createError(404);
    return result;
  };

  const numberOf = ({ version }: Params): number =>
    found(/^\d{1,15}$/.test(version) ? Number(version) : undefined);

  return {
    /**
     * `GET /bot/versions/:type/:id` (admin): 200 `{ data }`, earlier versions, newest first; empty if `:type` is not
     * the content type of publications.
     */
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
     * `GET /bot/versions/:type/:id/:version` (admin): 200 `{ data }` with text, media and fields, and in `current` the
     * title and body of the draft.
     */
    async get(ctx: Context): Promise<void> {
      const permission = await requirePermission(ctx, 'read');
      const params = ctx.params as Params;
      const { id } = params;
      const reading = readingOf(ctx, permission);
      const now = await getPublicationReaderService(strapi).findOne(id);
      const { publication } = found(now);
      const draft = publication.draft ?? publication;
      const version = found(
        await getVersionService(strapi).find(id, numberOf(params), draft.fields, reading)
      );
      const readable = (attribute: string, value: string | null): string | null =>
        permission.may(attribute, version.locale) ? value : null;
      const current = {
        title: readable(attributes.title, draft.title),
        body: readable(attributes.body, draft.body),
      };
      ctx.body = { data: { ...version, current } };
    },

    /**
     * `POST /bot/versions/:type/:id/:version/put-back` (admin): 200 `{ data: { id } }`, the id of the publication.
     * Restores only fields that the user may write; with `{ field }` only this attribute.
     */
    async putBack(ctx: Context): Promise<void> {
      const { pick } = await requirePermission(ctx, 'update');
      const params = ctx.params as Params;
      const { user } = ctx.state as { user: { id: string | number } };
      const versions = getVersionService(strapi);
      const { field } = validatePutBack(ctx.request.body ?? {});
      const number = numberOf(params);
      found((await versions.putBack(params.id, number, field, user, pick)) || undefined);
      ctx.body = { data: { id: params.id } };
    },
  };
};
