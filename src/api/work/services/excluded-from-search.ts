/**
 * Relies on: names and columns of Strapi's tables `works_cmps` and `components_shared_seos`
 * Breaks if: Strapi names its tables or their columns differently
 * Checked by: tests/pages/hidden-works.long.test.ts
 */

import type { Core } from '@strapi/strapi';

/**
 * Subquery that finds a row if search engines must not index the work of the outer query, whose table alias is `work`.
 */
export const excludedFromSearch = ({ db }: Core.Strapi) =>
  db
    .getConnection('works_cmps as link')
    .join('components_shared_seos as seo', 'seo.id', 'link.cmp_id')
    .whereRaw('?? = ??', ['link.entity_id', 'work.id'])
    .where({ 'link.component_type': 'shared.seo', 'link.field': 'seo', 'seo.no_index': true });
