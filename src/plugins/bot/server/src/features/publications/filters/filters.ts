import type { Core } from '@strapi/strapi';

import type { ListQuery } from '../requests/list-query';
import { planFields, type RelationField } from '../../fields';

import type { Filter } from './filter';
import { madeByFilter } from './made-by';
import { relatedToFilter } from './related-to';
import { titledFilter } from './title-prefix';

/** Makes the function that turns what a list is asked for into filters. */
export const createListFilters = (strapi: Core.Strapi) => {
  const relations = new Map(
    planFields(strapi).fields.flatMap((field): [string, RelationField][] =>
      field.kind === 'relation' ? [[field.name, field]] : []
    )
  );

  /** Undefined if nothing can be in the list. */
  return async ({
    title,
    madeBy,
    related = {},
  }: Pick<ListQuery, 'title' | 'madeBy' | 'related'>): Promise<Filter[] | undefined> => {
    const filters: (Filter | undefined)[] = [];
    if (title !== undefined) filters.push(titledFilter(strapi, title));
    for (const [name, text] of Object.entries(related)) {
      const field = relations.get(name);
      filters.push(field && (await relatedToFilter(strapi, field, text)));
    }
    if (madeBy !== undefined) filters.push(madeByFilter(strapi, madeBy));
    const all = filters.filter((filter) => filter !== undefined);
    return all.length === filters.length ? all : undefined;
  };
};
