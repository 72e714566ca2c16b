import type {
  BulkActionComponent,
  DocumentActionComponent,
  EditLayout,
  InjectableListViewFilter,
  ListFieldLayout,
  PanelComponent,
} from '@strapi/content-manager/strapi-admin';
import type { Permission, StrapiApp, WidgetArgs } from '@strapi/strapi/admin';
import type { ComponentType } from 'react';

import type { Text } from './texts/languages';

/** The tabs of the Bot page, in order. */
export const TABS = ['state', 'today', 'review', 'calendar', 'files', 'trash', 'switches'] as const;

/** A part of a tab of the Bot page. */
export interface BotPagePart {
  readonly tab: (typeof TABS)[number];
  readonly permissions: Permission[];
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** A widget of the homepage. */
export interface WidgetPart extends Pick<BotPagePart, 'permissions' | 'load'> {
  readonly id: string;
  readonly icon: WidgetArgs['icon'];
  readonly title: Text;
}

type CustomFields = Parameters<StrapiApp['customFields']['register']>[0];
/** A field in place of one of Strapi's. */
export type CustomField = Exclude<CustomFields, unknown[]>;

/** What a feature adds to Strapi's panel. A new one is a folder in `features/` and a line in `index.mts`. */
export interface PanelFeature {
  readonly name: string;
  /** Is called once, when the Content Manager is loaded. */
  readonly bootstrap?: () => void;
  readonly botPage?: readonly BotPagePart[];
  readonly widgets?: readonly WidgetPart[];
  /** Fields that types can have, as Strapi takes them; the server registers them too. */
  readonly customFields?: readonly CustomField[];
  /** Under the buttons of the edit view, of all types; see `forPublications`. */
  readonly editView?: readonly ComponentType[];
  /** Over the lists of all types. */
  readonly listView?: readonly ComponentType[];
  /** Boxes beside a document. */
  readonly sidePanels?: readonly PanelComponent[];
  readonly documentActions?: (actions: DocumentActionComponent[]) => DocumentActionComponent[];
  readonly bulkActions?: (actions: BulkActionComponent[]) => BulkActionComponent[];
  /** Of the list of publications. */
  readonly columns?: readonly ListFieldLayout[];
  /** Of the list of publications. */
  readonly filters?: () => InjectableListViewFilter[];
  readonly editLayout?: (edit: { layout: EditLayout }) => { layout: EditLayout };
}
