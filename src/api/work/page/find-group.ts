import type { Core } from '@strapi/strapi';

import { GROUP_KINDS, type Group, type TopicsService } from '../services/topics';

/** Characters of a name at most, as its column holds them. */
const LONGEST = 255;

/** The tag, category or author that an address names, or null if there is none. */
export const findGroup = async (
  strapi: Core.Strapi,
  { kind, name = '' }: { kind?: string; name?: string }
): Promise<Group | null> => {
  const known = GROUP_KINDS.find((it) => it === kind);
  // PostgreSQL takes no NUL character.
  if (known === undefined || name === '' || name.length > LONGEST || name.includes('\0'))
    return null;
  return (strapi.service('api::work.topics') as TopicsService).find(known, name);
};
