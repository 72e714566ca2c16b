/*
 * Relies on: the controller `collection-types` of `@strapi/content-manager` 5.54: `update` first checks whether the
 * document exists, and answers 200 without data if it is deleted before the write
 * Breaks if: Strapi renames `update` or answers 404 itself
 * Checked by: `tests/editors/editors-and-bot-share-works.test.ts`
 */
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { abortProbeCall, hasMethods, reachesPatch, type Probe } from '../probe';

const UID = 'plugin::content-manager.collection-types';

interface UpdateController {
  update: (ctx: Context) => Promise<void>;
}

/**
 * Answers 404 when the panel saves a document that no longer exists, for all types. Strapi answers 200, so that the
 * editor would believe in a success and the panel would discard the unsaved text. Must be called before routes are
 * created.
 */
export const refuseSavesOfMissingEntries = (strapi: Core.Strapi): void => {
  strapi.get('controllers').extend(UID, (controller: UpdateController) => ({
    ...controller,
    async update(ctx: Context) {
      abortProbeCall();
      await controller.update(ctx);
      const { data } = Object(ctx.body) as { data?: unknown };
      if (data === undefined || data === null) {
        ctx.throw(404);
      }
    },
  }));
};

export const FAILED_SAVES: Probe = {
  name: 'refusal of saves that find nothing to write to',
  reliesOn: 'update of the controller collection-types of @strapi/content-manager',
  isPresent: (strapi) => hasMethods(strapi.controller(UID), 'update'),
  verify(strapi) {
    const { update } = strapi.controller(UID) as unknown as UpdateController;
    const ctx: unknown = { params: {}, state: {} };
    return reachesPatch(() => update(ctx as Context));
  },
};
