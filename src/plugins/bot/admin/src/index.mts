import { Earth, Eye, Lightning, Trash } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';

import { AskForAlternativeTexts } from './features/materials/alternative-texts';
import { ChangedSinceDialog } from './features/save-conflicts/dialog';
import { tellOfGone } from './features/missing-entry/missing-entry';
import { guardSaves } from './core/content-manager/save-guard';
import { KeptTextNotice } from './features/autosave/notice';
import { translationOf } from './core/texts/languages';
import { addColumns } from './features/publications/list/columns';
import { addFilters } from './features/publications/list/filters';
import { DocumentNewsNotice } from './features/unread-changes/document-notice';
import { ListNews } from './features/unread-changes/list-notice';
import { keepStore } from './core/content-manager/panel-store';
import { PERMISSIONS } from './core/permissions';
import type { ContentAction } from './core/content-manager/actions';
import { tellTitleLimit } from './features/publications/title-limit';
import { SchedulePanel } from './features/schedule/panel';
import { SlugRules } from './features/publications/slug/slug-rules';
import { whileSlugIsFree } from './features/publications/slug/unavailable';
import { text } from './core/texts/text';
import { VersionPanel } from './features/versions/panel';
import { tellOfFiles } from './features/publications/deletion';
import { WorkPanel } from './features/publications/panel';

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
      Component: () => import('./core/bot-page/bot-page'),
      position: 4,
    });
    app.widgets.register([
      {
        pluginId: 'bot',
        id: 'bot',
        icon: Lightning,
        title: text('page.widget.bot'),
        permissions: PERMISSIONS.page,
        component: async () => (await import('./features/overview/widgets/bot')).BotWidget,
      },
      {
        pluginId: 'bot',
        id: 'review',
        icon: Eye,
        title: text('page.widget.review'),
        permissions: PERMISSIONS.page,
        component: async () => (await import('./features/overview/widgets/works')).ReviewWidget,
      },
      {
        pluginId: 'bot',
        id: 'live',
        icon: Earth,
        title: text('page.widget.live'),
        permissions: PERMISSIONS.page,
        component: async () => (await import('./features/overview/widgets/works')).LiveWidget,
      },
    ]);
    app.widgets.register({
      pluginId: 'bot',
      id: 'removals',
      icon: Trash,
      title: text('removals.title'),
      permissions: PERMISSIONS.removals,
      component: async () => (await import('./features/removals/widget')).RemovalsWidget,
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
