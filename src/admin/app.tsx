import type { StrapiApp } from '@strapi/strapi/admin';

import { PublicPagePanel } from './public-page-panel';

interface ContentManagerApis {
  addEditViewSidePanel(panels: (typeof PublicPagePanel)[]): void;
}

export default {
  config: { locales: ['de', 'fr', 'uk'] },
  bootstrap(app: StrapiApp): void {
    const contentManager = app.getPlugin('content-manager').apis as unknown as ContentManagerApis;
    contentManager.addEditViewSidePanel([PublicPagePanel]);
  },
};
