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

/** The tabs of the Bot page, in their order. */
export const TABS = [
  'status',
  'activity',
  'review',
  'schedule',
  'files',
  'trash',
  'settings',
] as const;

/** A section of a tab of the Bot page. */
export interface BotPagePart {
  readonly tab: (typeof TABS)[number];
  readonly permissions: Permission[];
  readonly load: () => Promise<{ default: ComponentType }>;
}

export interface WidgetPart extends Pick<BotPagePart, 'permissions' | 'load'> {
  readonly id: string;
  readonly icon: WidgetArgs['icon'];
  readonly title: Text;
}

type CustomFields = Parameters<StrapiApp['customFields']['register']>[0];
/** A custom field that replaces a field of Strapi. */
export type CustomField = Exclude<CustomFields, unknown[]>;

/**
 * The parts that a feature adds to Strapi's panel. A new feature is a folder in `features/` and a line in `index.mts`.
 */
export interface PanelFeature {
  readonly name: string;
  /** Called once, when the Content Manager is loaded. */
  readonly bootstrap?: () => void;
  readonly botPage?: readonly BotPagePart[];
  readonly widgets?: readonly WidgetPart[];
  /** Custom fields for content types. The server registers them too. */
  readonly customFields?: readonly CustomField[];
  /** Components under the buttons of the edit view, for all types; see `forPublications`. */
  readonly editView?: readonly ComponentType[];
  /** Components above the list views of all types. */
  readonly listView?: readonly ComponentType[];
  readonly sidePanels?: readonly PanelComponent[];
  readonly documentActions?: (actions: DocumentActionComponent[]) => DocumentActionComponent[];
  readonly bulkActions?: (actions: BulkActionComponent[]) => BulkActionComponent[];
  /** Columns and filters of the list of publications. */
  readonly columns?: readonly ListFieldLayout[];
  readonly filters?: () => InjectableListViewFilter[];
  readonly editLayout?: (edit: { layout: EditLayout }) => { layout: EditLayout };
}
