import type { PanelSchedule, ScheduledPublication } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import { z } from '@strapi/utils';
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
import { moment } from '../../core/protocol/query-parameters';
import { createValidator } from '../../core/protocol/validate';
import { publicationAction } from '../../core/strapi/panel/publication-action';
import { createPanelPermissions } from '../../core/strapi/panel/permission';

import { findScheduledBetween } from './schedules';

const validateTimes = createValidator(z.strictObject({ from: moment, to: moment }));

/** Endpoints for the schedule of a publication in the panel. A user who may publish may also schedule. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  const { attributes, contentType } = botConfig(strapi);

  const show = async (id: string, canChange: boolean): Promise<PanelSchedule> => {
    const found = await getPublicationReaderService(strapi).findOne(id);
    if (found === undefined) throw createError(404);
    const { publishAt, unpublishAt, scheduleError } = found.publication;
    return { publishAt, unpublishAt, error: scheduleError, canChange };
  };

  return {
    /** `GET /bot/schedules/:type?from=&to=` (admin): 200 `{ data }`, the scheduled publications between two times. */
    async list(ctx: Context): Promise<void> {
      if ((ctx.params as { type: string }).type !== contentType) throw createError(404);
      const { from, to } = validateTimes({ ...ctx.query });
      const permissions = createPanelPermissions(strapi, ctx);
      permissions.requireForSome('read');
      const found = await findScheduledBetween(strapi, from, to);
      const ids = found.map(({ id }) => id);
      const reads = await permissions.reading(ids);
      const publishing = await permissions.find('publish', ids);
      const data: ScheduledPublication[] = found
        .filter(({ id }) => reads(id))
        .map((one) => ({
          ...one,
          title: reads(one.id, attributes.title) ? one.title : null,
          canChange: publishing.get(one.id)?.may() ?? false,
        }));
      ctx.body = { data };
    },

    /** `GET /bot/schedules/:type/:id` (admin): 200 `{ data }`. */
    get: publicationAction(strapi, async (ctx, id) => {
      const permissions = createPanelPermissions(strapi, ctx);
      await permissions.require('read', id);
      return show(id, await permissions.mayWith('publish', id));
    }),

    /** `PUT /bot/schedules/:type/:id` (admin), `{ publishAt?, unpublishAt? }`: 200 `{ data }`. */
    async change(ctx: Context): Promise<void> {
      const { id, type } = ctx.params as { id: string; type: string };
      if (type !== contentType) throw createError(404);
      await createPanelPermissions(strapi, ctx).require('publish', id);
      const change = validateSchedule(ctx.request.body);
      await transaction(strapi, async () => {
        await holdLock(strapi, 'document', id);
        await getPublicationDetailService(strapi).write(id, change);
      });
      ctx.body = { data: await show(id, true) };
    },
  };
};
