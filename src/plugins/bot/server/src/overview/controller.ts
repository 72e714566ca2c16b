import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context } from 'koa';

import { botConfig } from '../config';
import { getSwitchesService, type Switches } from '../http';
import { getPreviewService } from '../publications';
import { nameOf } from '../strapi/actor';
import { panelPermissionOf } from '../strapi/panel/permission';

import { getUnusedFileService } from './files';
import {
  validateFilesQuery,
  validateSwitches,
  validateTimelineQuery,
  validateWeekQuery,
} from './query';
import { getReviewService } from './review';
import { getStateService } from './state';
import { getTimelineService } from './timeline';

/** What the panel's Bot page and widgets show. The routes say who may ask. */
const createOverviewController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `GET /bot/overview/state` (admin): 200 `{ data }`. */
  async state(ctx: Context): Promise<void> {
    ctx.body = { data: await getStateService(strapi).read() };
  },

  /** `GET /bot/overview/timeline?from=&to=` (admin): 200 `{ data: { items, next } }`. */
  async timeline(ctx: Context): Promise<void> {
    const asked = validateTimelineQuery({ ...ctx.query });
    ctx.body = { data: await getTimelineService(strapi).page(asked) };
  },

  /** `GET /bot/overview/week?bounds=` (admin): 200 `{ data }`, an item a day. */
  async week(ctx: Context): Promise<void> {
    const { bounds } = validateWeekQuery({ ...ctx.query });
    ctx.body = { data: await getTimelineService(strapi).days(bounds) };
  },

  /** `GET /bot/overview/review` (admin): 200 `{ data: { drafts, moreDrafts, changed, trashDays } }`. */
  async review(ctx: Context): Promise<void> {
    const { days } = botConfig(strapi).trash;
    ctx.body = { data: { ...(await getReviewService(strapi).find()), trashDays: days } };
  },

  /** `POST /bot/overview/works/:id/preview` (admin): 200 `{ data: { url, expiresAt } }`. */
  async preview(ctx: Context): Promise<void> {
    const { id } = ctx.params as { id: string };
    const { userAbility } = ctx.state as { userAbility?: unknown };
    const may = await panelPermissionOf(strapi, userAbility, botConfig(strapi).contentType, id);
    if (may === undefined) throw createError(404);
    if (!may('read')) throw createError(403);
    ctx.body = { data: await getPreviewService(strapi).link(id) };
  },

  /** `GET /bot/overview/files` (admin): 200 `{ data: { items, next } }`, what nothing uses. */
  async files(ctx: Context): Promise<void> {
    const { before } = validateFilesQuery({ ...ctx.query });
    ctx.body = { data: await getUnusedFileService(strapi).list(before) };
  },

  /** `GET /bot/overview/files-in-texts` (admin): 200 `{ data: { contentType, items, next } }`, what only texts use. */
  async filesInTexts(ctx: Context): Promise<void> {
    const { before } = validateFilesQuery({ ...ctx.query });
    const { contentType } = botConfig(strapi);
    ctx.body = {
      data: { contentType, ...(await getUnusedFileService(strapi).listInTexts(before)) },
    };
  },

  /** `DELETE /bot/overview/files/:id` (admin): 204; 409 if something uses it by now. */
  async removeFile(ctx: Context): Promise<void> {
    const { id } = ctx.params as { id: string };
    await getUnusedFileService(strapi).remove(id);
    ctx.status = 204;
  },

  /** `POST /bot/overview/files/:id/keep` (admin): 204; the site does not remove it by itself. */
  async keepFile(ctx: Context): Promise<void> {
    const { id } = ctx.params as { id: string };
    await getUnusedFileService(strapi).keep(id);
    ctx.status = 204;
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
});

export default createOverviewController;
