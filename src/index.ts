import type { Core } from '@strapi/strapi';

import { pageRoutes } from './api/work/page/routes';
import { takeLoadingLock } from './loading-lock';

let giveBackLoadingLock: () => Promise<void>;

export default {
  async register({ strapi }: { strapi: Core.Strapi }) {
    strapi.server.routes(pageRoutes);
    // Between this and `bootstrap` Strapi migrates, syncs the schema and bootstraps the plugins.
    giveBackLoadingLock = await takeLoadingLock(strapi);
  },

  async bootstrap() {
    await giveBackLoadingLock();
  },
};
