import type {
  InjectableListViewFilter,
  ListFieldLayout,
  ListLayout,
} from '@strapi/content-manager/strapi-admin';
import { InputRenderer } from '@strapi/strapi/admin';
import type { ComponentType } from 'react';

import { loadedText, type Text } from '../texts/languages';
import { text } from '../texts/texts';

import { publicationAttributes } from './publication';

/** The props of a cell in the list of publications. `row.bot` has the data that the server has added, if any. */
export interface CellProps<Added> {
  row: { createdAt: string; updatedAt: string; bot?: Added };
}

/** Creates a column for the list of publications. */
export const column = <Added,>(
  name: string,
  label: Text,
  Cell: ComponentType<CellProps<Added>>,
  attribute: { type: 'custom' | 'datetime' } = { type: 'custom' }
) =>
  ({
    name,
    label,
    attribute,
    searchable: false,
    sortable: attribute.type !== 'custom',
    cellFormatter: (row: unknown) => <Cell row={row as CellProps<Added>['row']} />,
  }) as unknown as ListFieldLayout;

const IS = [
  {
    label: { id: 'components.FilterOptions.FILTER_TYPES.$eq', defaultMessage: 'is' },
    value: '$eq',
  },
];

/** Creates a filter for the list of publications. The server's `extendPublicationList` handles its name and values. */
export const filter = (
  name: string,
  label: Text,
  values: Record<string, Text>
): InjectableListViewFilter => ({
  name,
  label,
  type: 'enumeration',
  operators: IS,
  // Strapi shows the chosen label without translating it, so the labels are translated here.
  options: Object.entries(values).map(([value, words]) => ({ value, label: loadedText(words) })),
  input: InputRenderer as never,
});

/** Labels for system attributes that Strapi would show by their names in code. */
const SYSTEM_LABELS: Record<string, Text | undefined> = {
  id: text('list.id'),
  documentId: text('list.document-id'),
  createdAt: text('list.created-at'),
  updatedAt: text('list.last-change'),
  publishedAt: text('list.published-at'),
  createdBy: text('list.created-by'),
  updatedBy: text('list.updated-by'),
};

interface Labelled {
  name: string;
  label: string | object;
}

const withLabels = <One extends Labelled>(all: One[]): One[] =>
  all.map((one) => {
    const label = one.label === one.name ? SYSTEM_LABELS[one.name] : undefined;
    return label ? { ...one, label } : one;
  });

/** Gives a filter the translated label of its column. Strapi does not translate labels of filters. */
const translated = (one: InjectableListViewFilter): InjectableListViewFilter => {
  const type = /\/collection-types\/([^/?]+)/.exec(window.location.pathname)?.[1];
  if (type === undefined || typeof one.label !== 'string') return one;
  const id = `content-manager.content-types.${decodeURIComponent(type)}.${one.name}`;
  return { ...one, label: { id, defaultMessage: one.label } };
};

const isOfPublications = ({ options }: ListLayout): boolean =>
  publicationAttributes({ pluginOptions: options }) !== undefined;

interface Columns {
  displayedHeaders: ListFieldLayout[];
  layout: ListLayout;
}

/**
 * A handler for the hook `inject-column-in-table`: labels system attributes and, in lists of publications, replaces
 * columns by those of the same name in `added`.
 */
export const addColumns =
  (added: readonly ListFieldLayout[]) =>
  ({ displayedHeaders, layout }: Columns): Columns => {
    const columns = withLabels(displayedHeaders);
    if (!isOfPublications(layout)) return { displayedHeaders: columns, layout };
    const others = columns.filter(({ name }) => !added.some((one) => one.name === name));
    return { displayedHeaders: [...others, ...added], layout };
  };

interface Filters {
  displayedFilters: InjectableListViewFilter[];
  layout: ListLayout;
}

/** A handler for the hook `inject-in-filters`: labels system attributes and, in lists of publications, adds filters. */
export const addFilters =
  (added: () => InjectableListViewFilter[]) =>
  ({ displayedFilters, layout }: Filters): Filters => {
    const filters = withLabels(displayedFilters).map(translated);
    return {
      displayedFilters: isOfPublications(layout) ? [...filters, ...added()] : filters,
      layout,
    };
  };
