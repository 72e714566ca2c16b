import { Earth, Eye, Lightning, Trash } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';

import { AskForAlternativeTexts } from './alternative-text/ask';
import { ChangedSinceDialog } from './changed-since/dialog';
import { tellOfGone } from './gone/gone';
import { guardSaves } from './kept-text/save-guard';
import { KeptTextNotice } from './kept-text/notice';
import { translationOf } from './languages';
import { addColumns } from './list/columns';
import { addFilters } from './list/filters';
import { DocumentNewsNotice } from './news/document-news';
import { ListNews } from './news/list-news';
import { keepStore } from './panel-store';
import { PERMISSIONS } from './permissions';
import type { ContentAction } from './publication/actions';
import { tellTitleLimit } from './publication/title-limit';
import { SchedulePanel } from './schedule/panel';
import { SlugRules } from './slug/slug-rules';
import { whileSlugIsFree } from './slug/unavailable';
import { text } from './text';
import { VersionPanel } from './versions/panel';
import { tellOfFiles } from './work/deletion';
import { WorkPanel } from './work/panel';

/** What the Content Manager offers to plugins; it does not export the type. */
interface ContentManagerApis {
  addDocumentAction(change: (actions: ContentAction[]) => ContentAction[]): void;
  addBulkAction(change: (actions: ContentAction[]) => ContentAction[]): void;
  addEditViewSidePanel(panels: (typeof SchedulePanel | typeof WorkPanel)[]): void;
}

export default {
  register(app: StrapiApp): void {
    app.addMiddlewares([keepStore as never]);
    app.addMenuLink({
      to: 'plugins/bot',
      icon: Lightning,
      intlLabel: text('page.title'),
      permissions: PERMISSIONS.page,
      Component: () => import('./page/page'),
      position: 4,
    });
    app.widgets.register([
      {
        pluginId: 'bot',
        id: 'bot',
        icon: Lightning,
        title: text('page.widget.bot'),
        permissions: PERMISSIONS.page,
        component: async () => (await import('./widgets/bot')).BotWidget,
      },
      {
        pluginId: 'bot',
        id: 'review',
        icon: Eye,
        title: text('page.widget.review'),
        permissions: PERMISSIONS.page,
        component: async () => (await import('./widgets/works')).ReviewWidget,
      },
      {
        pluginId: 'bot',
        id: 'live',
        icon: Earth,
        title: text('page.widget.live'),
        permissions: PERMISSIONS.page,
        component: async () => (await import('./widgets/works')).LiveWidget,
      },
    ]);
    app.widgets.register({
      pluginId: 'bot',
      id: 'removals',
      icon: Trash,
      title: text('removals.title'),
      permissions: PERMISSIONS.removals,
      component: async () => (await import('./removals/widget')).RemovalsWidget,
    });
  },

  bootstrap(app: StrapiApp): void {
    guardSaves();
    tellOfGone();
    const contentManager = app.getPlugin('content-manager');
    const underButtons = {
      'bot-kept-text': KeptTextNotice,
      'bot-changed-since': ChangedSinceDialog,
      'bot-slug-rules': SlugRules,
      'bot-news': DocumentNewsNotice,
      'bot-alternative-texts': AskForAlternativeTexts,
    };
    Object.entries(underButtons).forEach(([name, Component]) =>
      contentManager.injectComponent('editView', 'right-links', { name, Component })
    );
    contentManager.injectComponent('listView', 'actions', {
      name: 'bot-news',
      Component: ListNews,
    });
    app.registerHook('Admin/CM/pages/ListView/inject-column-in-table', addColumns);
    app.registerHook('Admin/CM/pages/ListView/inject-in-filters', addFilters);
    app.registerHook('Admin/CM/pages/EditView/mutate-edit-view-layout', tellTitleLimit);
    const apis = contentManager.apis as unknown as ContentManagerApis;
    apis.addDocumentAction((actions) => tellOfFiles(whileSlugIsFree(actions)));
    apis.addBulkAction(tellOfFiles);
    apis.addEditViewSidePanel([WorkPanel, SchedulePanel, VersionPanel]);
  },

  registerTrads: ({ locales }: { locales: string[] }) => Promise.all(locales.map(translationOf)),
};
