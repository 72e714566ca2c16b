import { strings } from '@strapi/utils';

/** What Strapi hands to a lifecycle hook before a row is made. */
interface NewRow {
  params: { data: { name?: string | null; slug?: string | null } };
}

/** Gives a new record a slug of its name, where nobody has: its page needs an address. */
export const giveSlug = ({ params: { data } }: NewRow): void => {
  data.slug ||= strings.nameToSlug(data.name ?? '') || undefined;
};
