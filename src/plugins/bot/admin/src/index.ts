import { Trash } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';

import { text } from './text';
import en from './translations/en.json';

/** Of the server's side, `server/src/constants.ts`. */
const PERMISSION = 'plugin::bot.removals';

const prefixed = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([key, value]) => [`bot.${key}`, value]));

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

  registerTrads({ locales }: { locales: string[] }) {
    return locales.map((locale) => ({ locale, data: locale === 'en' ? prefixed(en) : {} }));
  },
};
