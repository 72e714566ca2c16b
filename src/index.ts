import type { Core } from '@strapi/strapi';

import { pageRoutes } from './api/work/page/routes';
import { setMediaLibrary } from './media-library-settings';

export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    strapi.server.routes(pageRoutes);
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    await setMediaLibrary(strapi);
  },
};
