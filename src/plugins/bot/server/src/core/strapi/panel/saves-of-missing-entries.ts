/*
 * Leans on the controller `collection-types` of `@strapi/content-manager` 5.54: its `update` looks whether a
 * document is there, and answers 200 without one if it is deleted before it is written.
 * `tests/editors/editors-and-bot-share-works.test.ts` notices a change.
 */
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { endTrial, hasMethods, isEnded, type Probe } from '../probe';

const UID = 'plugin::content-manager.collection-types';

interface UpdateController {
  update: (ctx: Context) => Promise<void>;
}

/**
 * Answers 404 to a save of the panel that has found nothing to write to, of any type: an editor would take the 200 for
 * a saved text, and the panel would drop what it keeps of it. To be called before the routes are made.
 */
export const refuseSavesOfMissingEntries = (strapi: Core.Strapi): void => {
  strapi.get('controllers').extend(UID, (controller: UpdateController) => ({
    ...controller,
    async update(ctx: Context) {
      endTrial();
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
  leansOn: 'update of the controller collection-types of @strapi/content-manager',
  isThere: (strapi) => hasMethods(strapi.controller(UID), 'update'),
  works(strapi) {
    const { update } = strapi.controller(UID) as unknown as UpdateController;
    const ctx: unknown = { params: {}, state: {} };
    return isEnded(() => update(ctx as Context));
  },
};
