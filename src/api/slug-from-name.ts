import type { Core } from '@strapi/strapi';

import { printable } from './printable';

/** What Strapi hands to a lifecycle hook before a row is made or changed. */
interface WrittenRow {
  params: { data?: { name?: string | null; slug?: string | null } };
}

/** Leaves out of a name what cannot be printed. */
const cleanName = ({ params: { data = {} } }: WrittenRow): void => {
  if (typeof data.name === 'string') data.name = printable(data.name);
};

/**
 * Keeps the names of tags and categories printable, and gives a new one a slug of its name, where
 * nobody has: its page needs an address.
 */
export const ruleNames = (strapi: Core.Strapi): void => {
  const giveSlug = ({ params: { data = {} } }: WrittenRow): void => {
    const slug: string = strapi
      .plugin('bot')
      .service('slug')
      .fromName(data.name ?? '');
    // What the panel proposes for a name in Chinese says nothing of it.
    const isProposed = slug !== '' && /^(?:tag|category)(?:-\d+)?$/.test(data.slug ?? '');
    if (!data.slug || isProposed) data.slug = slug || undefined;
  };
  strapi.db.lifecycles.subscribe({
    models: ['api::tag.tag', 'api::category.category'],
    beforeCreate(event) {
      cleanName(event);
      giveSlug(event);
    },
    beforeUpdate: cleanName,
  });
};
