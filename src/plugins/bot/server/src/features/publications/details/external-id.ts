import { createHash } from 'node:crypto';

/**
 * What the database compares in place of an external id. The collations of MySQL take `a`, `A` and
 * `a ` for one, and those of a site's PostgreSQL may be any.
 */
export const externalKeyOf = (id: string): string =>
  createHash('sha256').update(id).digest('base64url');
