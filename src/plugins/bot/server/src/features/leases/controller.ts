import type { Core } from '@strapi/strapi';
import { z } from '@strapi/utils';
import type { Context } from 'koa';

import { botConfig } from '../../core/config';
import { FILE_UID } from '../../core/constants';
import { rowNumber } from '../../core/protocol/query-parameters';
import { createValidator } from '../../core/protocol/validate';
import { createPanelPermissions } from '../../core/strapi/panel/permission';

import { readSpace } from './space';
import { createUnusedFiles } from './unused-files';

const validateFilesQuery = createValidator(z.strictObject({ before: rowNumber.optional() }));

/** Controller for unused files on the panel's Bot page. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  const { attributes, contentType } = botConfig(strapi);
  const unused = createUnusedFiles(strapi);
  const filesOf = (ctx: Context) => createPanelPermissions(strapi, ctx, FILE_UID);

  return {
    /** Handles `GET /bot/overview/files` (admin): 200 `{ data: { items, next } }`, the unused files. */
    async list(ctx: Context): Promise<void> {
      const { before } = validateFilesQuery({ ...ctx.query });
      const { items, next } = await unused.list(before);
      ctx.body = { data: { items: await filesOf(ctx).readable(items), next } };
    },

    /**
     * Handles `GET /bot/overview/space` (admin): 200 `{ data: { kinds, largest } }`. `kinds` counts all files;
     * `largest` omits files that the user may not read.
     */
    async space(ctx: Context): Promise<void> {
      const { kinds, largest } = await readSpace(strapi);
      ctx.body = { data: { kinds, largest: await filesOf(ctx).readable(largest) } };
    },

    /** Handles `GET /bot/overview/files-in-texts` (admin): 200 `{ data: { contentType, items, next } }`. */
    async inTexts(ctx: Context): Promise<void> {
      const { before } = validateFilesQuery({ ...ctx.query });
      const { items, next } = await unused.listInTexts(before);
      const files = await filesOf(ctx).readable(items);
      const ids = files.flatMap(({ works }) => works.map(({ id }) => id));
      const reads = await createPanelPermissions(strapi, ctx).reading(ids);
      const readableFiles = files.map(({ works, ...file }) => ({
        ...file,
        works: works.filter(({ id }) => reads(id, attributes.title)),
      }));
      ctx.body = { data: { contentType, items: readableFiles, next } };
    },

    /** Handles `DELETE /bot/overview/files/:id` (admin): 204; 409 if the file is used by now. */
    async remove(ctx: Context): Promise<void> {
      const { id } = ctx.params as { id: string };
      await filesOf(ctx).require('update', id);
      await unused.remove(id);
      ctx.status = 204;
    },

    /** Handles `POST /bot/overview/files/:id/keep` (admin): 204; the file is not deleted automatically. */
    async keep(ctx: Context): Promise<void> {
      const { id } = ctx.params as { id: string };
      await filesOf(ctx).require('update', id);
      await unused.keep(id);
      ctx.status = 204;
    },
  };
};
