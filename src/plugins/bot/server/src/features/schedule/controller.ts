import type { PanelSchedule } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';

import { botConfig } from '../../core/config';
import { transaction } from '../../core/database/connection';
import { holdLock } from '../../core/database/locks';
import {
  getPublicationDetailService,
  getPublicationReaderService,
  validateSchedule,
} from '../publications';
import { createPanelPermissions } from '../../core/strapi/panel/permission';

/** The schedule of a publication, for editors: who may publish it may say when. */
const createScheduleController = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType } = botConfig(strapi);

  const show = async (id: string, canChange: boolean): Promise<PanelSchedule> => {
    const found = await getPublicationReaderService(strapi).findOne(id);
    if (found === undefined) {
      throw createError(404);
    }
    const { publishAt, unpublishAt, scheduleError } = found.publication;
    return { publishAt, unpublishAt, error: scheduleError, canChange };
  };

  return {
    /** `GET /bot/schedules/:type/:id` (admin): 200 `{ data }`, null of a type without schedules. */
    async get(ctx: Context): Promise<void> {
      const { id, type } = ctx.params as { id: string; type: string };
      if (type !== contentType) {
        ctx.body = { data: null };
        return;
      }
      const permissions = createPanelPermissions(strapi, ctx, contentType);
      await permissions.require('read', id);
      const publishing = (await permissions.find('publish', [id])).get(id);
      ctx.body = { data: await show(id, publishing?.may() ?? false) };
    },

    /** `PUT /bot/schedules/:type/:id` (admin), `{ publishAt?, unpublishAt? }`: 200 `{ data }`. */
    async change(ctx: Context): Promise<void> {
      const { id, type } = ctx.params as { id: string; type: string };
      if (type !== contentType) {
        throw createError(404);
      }
      await createPanelPermissions(strapi, ctx, contentType).require('publish', id);
      const given = validateSchedule(ctx.request.body);
      await transaction(strapi, async () => {
        await holdLock(strapi, 'document', id);
        await getPublicationDetailService(strapi).write(id, given);
      });
      ctx.body = { data: await show(id, true) };
    },
  };
};

export default createScheduleController;
