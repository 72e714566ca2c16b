import type { Switches, TimelineChange, TimelineItem, ToReview } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { getSwitchesService } from '../../core/http';
import { readableChanges } from '../changes';
import { daysInTrash, getPublicationDetailService } from '../publications';
import { nameOf } from '../../core/strapi/actor';
import { createPanelPermissions } from '../../core/strapi/panel/permission';

import { createDailyCounts } from './daily-counts';
import {
  REFUSED,
  validateDaysQuery,
  validateReviewed,
  validateReviewQuery,
  validateSwitches,
  validateTimelineQuery,
} from './query';
import { createReview } from './review';
import { getStateService } from './state';
import { createTimeline } from './timeline';

/** Endpoints of the panel's Bot page and widgets. Answers have only entries and fields that the user may read. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  const { attributes } = botConfig(strapi);
  // Created at the first request, because the tables are unknown before.
  const timeline = _.once(() => createTimeline(strapi));
  const review = _.once(() => createReview(strapi));
  const dailyCounts = _.once(() => createDailyCounts(strapi));
  const worksOf = (ctx: Context) => createPanelPermissions(strapi, ctx);

  /** Filters a list to the publications that the user may read, and removes titles that they may not read. */
  const readableWorks = async <Work extends { id: string; title: string | null }>(
    ctx: Context,
    works: Work[]
  ): Promise<Work[]> => {
    const reads = await worksOf(ctx).reading(works.map(({ id }) => id));
    return works
      .filter(({ id }) => reads(id))
      .map((work) => (reads(work.id, attributes.title) ? work : { ...work, title: null }));
  };

  /** Makes the function that returns the actions that the user may take on each publication. */
  const allowedWith = async (
    ctx: Context,
    ids: string[]
  ): Promise<(id: string) => ToReview['allowed']> => {
    const actions = ['update', 'publish', 'delete'] as const;
    const found = await Promise.all(actions.map((action) => worksOf(ctx).find(action, ids)));
    return (id) => actions.filter((_action, index) => found[index]?.get(id)?.may() ?? false);
  };

  return {
    /**
     * `GET /bot/overview/state` (admin): 200 `{ data }` with the site's configuration, health checks, workers and
     * webhooks.
     */
    async state(ctx: Context): Promise<void> {
      ctx.body = { data: await getStateService(strapi).read() };
    },

    /** `GET /bot/overview/days?to=` (admin): 200 `{ data }`, the counts of 30 days, oldest first. */
    async days(ctx: Context): Promise<void> {
      const { to } = validateDaysQuery({ ...ctx.query });
      ctx.body = { data: await dailyCounts()(to) };
    },

    /**
     * `GET /bot/overview/timeline?from=&to=` (admin): 200 `{ data: { items, next } }` with changes and rejected
     * requests, newest first.
     */
    async timeline(ctx: Context): Promise<void> {
      const requested = validateTimelineQuery({ ...ctx.query });
      const { items, next } = await timeline()(requested);
      const changes = items.filter((item): item is TimelineChange => item.type !== REFUSED);
      const readable = new Set<TimelineItem>(await readableChanges(strapi, ctx, changes));
      const shown = items.filter((item) => item.type === REFUSED || readable.has(item));
      ctx.body = { data: { items: shown, next } };
    },

    /**
     * `GET /bot/overview/review?kind=&search=&before=` (admin): 200 `{ data: { items, next, trashDays } }` with
     * publications to review.
     */
    async review(ctx: Context): Promise<void> {
      const requested = validateReviewQuery({ ...ctx.query });
      const { items, next } = await review()(requested);
      const readable = await readableWorks(ctx, items);
      const allowedOf = await allowedWith(
        ctx,
        readable.map(({ id }) => id)
      );
      ctx.body = {
        data: {
          items: readable.map((work): ToReview => ({ ...work, allowed: allowedOf(work.id) })),
          next,
          trashDays: daysInTrash.resolve(strapi),
        },
      };
    },

    /** `PUT /bot/overview/reviewed` (admin), `{ ids }`: 204. Marks the current revisions as reviewed. */
    async markReviewed(ctx: Context): Promise<void> {
      const { ids } = validateReviewed(ctx.request.body);
      const permissions = await worksOf(ctx).find('update', ids);
      for (const id of ids) {
        if (permissions.get(id)?.may() !== true) throw createError(403);
      }
      await getPublicationDetailService(strapi).markReviewed(ids);
      ctx.status = 204;
    },

    /**
     * `PUT /bot/overview/switches` (admin), `{ paused?, protectEditors? }`: 200 `{ data }` with all switches after the
     * change.
     */
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
