import type { Core, UID } from '@strapi/strapi';
import { z } from '@strapi/utils';
import createError from 'http-errors';
import type { Context } from 'koa';

import { botConfig } from '../../core/config';
import { createPanelPermissions } from '../../core/strapi/panel/permission';

import { getMaterialFolderService } from '../materials';

import { writingSettings } from './settings';

/** A service of the site that renders unsaved input as a page. */
interface Renderer {
  /** Renders a page. @param documentId null for an unsaved publication @returns null if there is no draft */
  render(documentId: string | null, values: Record<string, string>): Promise<string | null>;
}

const typed = z.object({ id: z.string().nullable(), values: z.record(z.string(), z.string()) });

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /**
   * `GET /bot/writing/folder` (admin): 200 `{ data: { id } }`, the Media Library folder for files that an editor adds
   * while writing a text.
   */
  async folder(ctx: Context): Promise<void> {
    const { id } = await getMaterialFolderService(strapi).get();
    ctx.body = { data: { id } };
  },

  /** `POST /bot/writing/:type/preview` (admin), `{ id, values }`: 200 `{ data: { html } }`. */
  async preview(ctx: Context): Promise<void> {
    const { contentType } = botConfig(strapi);
    const { renderer } = writingSettings.of(strapi);
    const { data } = typed.safeParse(ctx.request.body);
    if (renderer === '' || (ctx.params as { type: string }).type !== contentType) {
      throw createError(404);
    }
    if (data === undefined) throw createError(400);
    if (data.id !== null) {
      // The page also shows saved values of the draft, so the user must be allowed to read all of it.
      await createPanelPermissions(strapi, ctx).requireReadingWhole(data.id);
    }
    const service = strapi.service(renderer as UID.Service) as unknown as Renderer;
    const html = await service.render(data.id, data.values);
    if (html === null) throw createError(404);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { data: { html } };
  },
});
