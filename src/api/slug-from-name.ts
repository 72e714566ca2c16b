import type { Core } from '@strapi/strapi';

import { printable } from './printable';

/** Event that Strapi passes to a lifecycle hook before a row is created or updated. */
interface WrittenRow {
  params: { data?: { name?: string | null; slug?: string | null } };
}

/** Removes unprintable characters from a name. */
const cleanName = ({ params: { data = {} } }: WrittenRow): void => {
  if (typeof data.name === 'string') data.name = printable(data.name);
};

/**
 * Keeps the names of tags and categories printable, and gives new ones a slug derived from their name, since their
 * pages need an address.
 */
export const normaliseNames = (strapi: Core.Strapi): void => {
  const setSlug = ({ params: { data = {} } }: WrittenRow): void => {
    const slug: string = strapi
      .plugin('bot')
      .service('slug')
      .fromName(data.name ?? '');
    // The panel proposes `tag` or `category` for a name in Chinese, which says nothing about the name.
    const isProposed = slug !== '' && /^(?:tag|category)(?:-\d+)?$/.test(data.slug ?? '');
    if (!data.slug || isProposed) data.slug = slug || undefined;
  };
  strapi.db.lifecycles.subscribe({
    models: ['api::tag.tag', 'api::category.category'],
    beforeCreate(event) {
      cleanName(event);
      setSlug(event);
    },
    beforeUpdate: cleanName,
  });
};
