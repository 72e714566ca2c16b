import { createHash } from 'node:crypto';

import { isLongerThan } from '../../../core/protocol/text/characters';
import { storableText } from '../../../core/protocol/text/storable-text';

/** Characters that the column holds on PostgreSQL and MySQL. */
const LENGTH = 255;

/** The name that the bot's own system has for a publication, as a request gives it. */
export const externalId = storableText('externalId')
  .min(1, 'externalId must not be empty')
  .refine(
    (text) => !isLongerThan(text, LENGTH),
    `externalId must have at most ${LENGTH} characters`
  );

/**
 * What the database compares in place of an external id. The collations of MySQL take `a`, `A` and
 * `a ` for one, and those of a site's PostgreSQL may be any.
 */
export const externalKeyOf = (id: string): string =>
  createHash('sha256').update(id).digest('base64url');
