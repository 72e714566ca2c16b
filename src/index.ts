import type { Core } from '@strapi/strapi';

import { pageRoutes } from './api/work/page/routes';

export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    strapi.server.routes(pageRoutes);
  },
};
