import type { Switches } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { botConfig } from '../../core/config';
import { getSwitchesService } from '../../core/http';
import { readableChanges } from '../changes';
import { daysInTrash } from '../publications';
import { nameOf } from '../../core/strapi/actor';
import { createPanelPermissions } from '../../core/strapi/panel/permission';

import { validateSwitches, validateTimelineQuery } from './query';
import { getReviewService } from './review';
import { getStateService } from './state';
import { getTimelineService } from './timeline';

/** What the panel's Bot page and widgets show. The routes say who may ask; of works and files each is told what it may read. */
const createOverviewController = ({ strapi }: { strapi: Core.Strapi }) => {
  const { attributes, contentType } = botConfig(strapi);
  const worksOf = (ctx: Context) => createPanelPermissions(strapi, ctx, contentType);

  /** Leaves of a list what the person may read, and of that the titles. */
  const readableWorks = async <Work extends { id: string; title: string | null }>(
    ctx: Context,
    works: Work[]
  ): Promise<Work[]> => {
    const reads = await worksOf(ctx).reading(works.map(({ id }) => id));
    return works
      .filter(({ id }) => reads(id))
      .map((work) => (reads(work.id, attributes.title) ? work : { ...work, title: null }));
  };

  return {
    /** `GET /bot/overview/state` (admin): 200 `{ data }`. */
    async state(ctx: Context): Promise<void> {
      ctx.body = { data: await getStateService(strapi).read() };
    },

    /** `GET /bot/overview/timeline?from=&to=` (admin): 200 `{ data: { items, next } }`. */
    async timeline(ctx: Context): Promise<void> {
      const asked = validateTimelineQuery({ ...ctx.query });
      const { items, next } = await getTimelineService(strapi).page(asked);
      ctx.body = { data: { items: await readableChanges(strapi, ctx, items), next } };
    },

    /** `GET /bot/overview/review` (admin): 200 `{ data: { drafts, moreDrafts, changed, trashDays } }`. */
    async review(ctx: Context): Promise<void> {
      const { drafts, changed, moreDrafts } = await getReviewService(strapi).find();
      ctx.body = {
        data: {
          drafts: await readableWorks(ctx, drafts),
          moreDrafts,
          changed: await readableWorks(ctx, changed),
          trashDays: daysInTrash.ask(strapi),
        },
      };
    },

    /** `PUT /bot/overview/switches` (admin), `{ paused?, protectEditors? }`: 200 `{ data }`. */
    async change(ctx: Context): Promise<void> {
      const { paused, protectEditors } = validateSwitches(ctx.request.body);
      const { user } = ctx.state as { user?: unknown };
      const changed: Partial<Switches> = protectEditors === undefined ? {} : { protectEditors };
      if (paused !== undefined) {
        changed.pause = paused ? { since: new Date().toISOString(), by: nameOf(user) } : null;
      }
      ctx.body = { data: await getSwitchesService(strapi).change(changed) };
    },
  };
};

export default createOverviewController;
