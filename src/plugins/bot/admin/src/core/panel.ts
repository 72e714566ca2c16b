import type { ContentManagerPlugin } from '@strapi/content-manager/strapi-admin';
import { Lightning } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';

import { addColumns, addFilters } from './content-manager/list';
import { storeMiddleware } from './content-manager/panel-store';
import { guardSaves } from './content-manager/save-guard';
import type { PanelFeature } from './feature';
import { PERMISSIONS } from './permissions';
import { convertProxyErrors } from './http/proxy-answers';
import { syncDirection, loadTexts } from './texts/languages';
import { text } from './texts/texts';

/** Combines the features into the plugin's part of the panel. */
export const createPanel = (features: readonly PanelFeature[]) => {
  const all = <Key extends keyof PanelFeature>(key: Key) =>
    features.map((feature) => feature[key]).filter((one) => one !== undefined);

  return {
    register(app: StrapiApp): void {
      app.addMiddlewares([storeMiddleware as never]);
      app.addMenuLink({
        to: 'plugins/bot',
        icon: Lightning,
        intlLabel: text('page.title'),
        permissions: PERMISSIONS.page,
        Component: async () => {
          const { botPage } = await import('./bot-page/bot-page');
          return { default: botPage(all('botPage').flat()) };
        },
        position: 4,
      });
      app.customFields.register(all('customFields').flat());
      const widgets = all('widgets').flat();
      app.widgets.register(
        widgets.map(({ load, ...widget }) => ({
          ...widget,
          pluginId: 'bot',
          component: async () => (await load()).default,
        }))
      );
    },

    bootstrap(app: StrapiApp): void {
      guardSaves();
      convertProxyErrors();
      syncDirection();
      all('bootstrap').forEach((run) => run());
      const contentManager = app.getPlugin('content-manager');
      for (const { name, editView = [], listView = [] } of features) {
        editView.forEach((Component, index) =>
          contentManager.injectComponent('editView', 'right-links', {
            name: `bot-${name}-${index}`,
            Component,
          })
        );
        listView.forEach((Component) =>
          contentManager.injectComponent('listView', 'actions', { name: `bot-${name}`, Component })
        );
      }
      const hook = 'Admin/CM/pages';
      app.registerHook(
        `${hook}/ListView/inject-column-in-table`,
        addColumns(all('columns').flat())
      );
      const filters = all('filters');
      app.registerHook(
        `${hook}/ListView/inject-in-filters`,
        addFilters(() => filters.flatMap((make) => make()))
      );
      all('editLayout').forEach((change) =>
        app.registerHook(`${hook}/EditView/mutate-edit-view-layout`, change)
      );
      const apis = contentManager.apis as ContentManagerPlugin['config']['apis'];
      all('documentActions').forEach((change) => apis.addDocumentAction(change));
      all('bulkActions').forEach((change) => apis.addBulkAction(change));
      apis.addEditViewSidePanel(all('sidePanels').flat());
    },

    registerTrads: ({ locales }: { locales: string[] }) => Promise.all(locales.map(loadTexts)),
  };
};
