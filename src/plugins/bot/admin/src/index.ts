import { Trash } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';

import { translationOf } from './languages';
import { SchedulePanel } from './schedule/panel';
import { text } from './text';

/** Of the server's side, `server/src/constants.ts`. */
const PERMISSION = 'plugin::bot.removals';

/** What the Content Manager offers to plugins; it does not export the type. */
interface ContentManagerApis {
  addEditViewSidePanel(panels: (typeof SchedulePanel)[]): void;
}

export default {
  register(app: StrapiApp): void {
    app.widgets.register({
      pluginId: 'bot',
      id: 'removals',
      icon: Trash,
      title: text('removals.title'),
      permissions: [{ action: PERMISSION }],
      component: async () => (await import('./removals/widget')).RemovalsWidget,
    });
  },

  bootstrap(app: StrapiApp): void {
    const contentManager = app.getPlugin('content-manager').apis as unknown as ContentManagerApis;
    contentManager.addEditViewSidePanel([SchedulePanel]);
  },

  registerTrads: ({ locales }: { locales: string[] }) => Promise.all(locales.map(translationOf)),
};
