import { z } from '@strapi/utils';

import type { BotConfig } from '../../config';
import { LISTED_STATUSES } from '../../constants';
import { decodeCursor } from '../../protocol/cursor';
import type { ListQuery } from '../../protocol/publication';
import { createValidator } from '../../protocol/validate';
import { externalId } from '../details/external-id';

const single = (name: string) =>
  z
    .array(z.string())
    .length(1, `${name} must be given once`)
    .transform(([value]) => value);

/** What is asked of the list, in both forms. */
export interface ParsedListQuery {
  query: ListQuery;
  /** The parameters that were understood, as they came: all that the next page is asked with. */
  parameters: URLSearchParams;
}

/**
 * Validates the query string of `GET /publications`.
 * A `limit` above the maximum means the maximum; parameters that are not known are ignored, as
 * proxies and monitors add their own.
 */
export const createListQueryParser = ({ limits }: Pick<BotConfig, 'limits'>) => {
  const schema = z.object({
    status: single('status')
      .pipe(
        z.enum(LISTED_STATUSES, {
          error: `status must be one of ${LISTED_STATUSES.join(', ')}`,
        })
      )
      .optional(),
    externalId: single('externalId').pipe(externalId).optional(),
    limit: single('limit')
      .pipe(z.string().regex(/^0*[1-9]\d*$/, 'limit must be a positive integer'))
      .transform((digits) => Math.min(Number(digits), limits.listMaximum))
      .default(limits.listDefault),
    cursor: single('cursor').transform(decodeCursor).optional(),
  });
  const validate = createValidator(schema);
  const names = Object.keys(schema.shape);

  return (queryString: string): ParsedListQuery => {
    const given = new URLSearchParams(queryString);
    const known = names.filter((name) => given.has(name));
    return {
      query: validate(Object.fromEntries(known.map((name) => [name, given.getAll(name)]))),
      parameters: new URLSearchParams(
        Object.fromEntries(known.map((name) => [name, given.get(name) ?? '']))
      ),
    };
  };
};
