import { z } from '@strapi/utils';

import type { BotConfig } from '../config';
import { PUBLICATION_STATUSES } from '../constants';
import { decodeCursor } from '../protocol/cursor';
import type { ListQuery } from '../protocol/publication';

import { createValidator } from './validate';

const once = (name: string) =>
  z
    .array(z.string())
    .length(1, `${name} must be given once`)
    .transform(([value]) => value);

/**
 * Validates the query string of `GET /publications`.
 * A `limit` above the maximum means the maximum; parameters that are not known are ignored, as
 * proxies and monitors add their own.
 */
export const createListQueryValidator = ({ limits }: Pick<BotConfig, 'limits'>) => {
  const validate = createValidator(
    z.object({
      status: once('status')
        .pipe(
          z.enum(PUBLICATION_STATUSES, {
            error: `status must be one of ${PUBLICATION_STATUSES.join(', ')}`,
          })
        )
        .optional(),
      limit: once('limit')
        .pipe(z.string().regex(/^0*[1-9]\d*$/, 'limit must be a positive integer'))
        .transform((digits) => Math.min(Number(digits), limits.listMaximum))
        .default(limits.listDefault),
      cursor: once('cursor').transform(decodeCursor).optional(),
    })
  );

  return (queryString: string): ListQuery => {
    const parameters = new URLSearchParams(queryString);
    return validate(
      Object.fromEntries(
        [...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)])
      )
    );
  };
};
