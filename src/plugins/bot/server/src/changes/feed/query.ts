import { z } from '@strapi/utils';

import type { BotConfig } from '../../config';
import { decodeChangeCursor, type ChangeCursor } from '../../protocol/changes/cursor';
import { createValidator } from '../../protocol/validate';

/** What is asked of the feed. */
export interface FeedQuery {
  /** Undefined for all that is kept. */
  after?: ChangeCursor | 'latest';
  limit: number;
}

const single = (name: string) =>
  z
    .array(z.string())
    .length(1, `${name} must be given once`)
    .transform(([value]) => value);

/**
 * Validates the query string of `GET /changes`. A `limit` above the maximum means the maximum;
 * parameters that are not known are ignored, as proxies and monitors add their own.
 */
export const createFeedQueryParser = ({ changes }: Pick<BotConfig, 'changes'>) => {
  const validate = createValidator(
    z.object({
      after: single('after')
        .transform((text) => (text === 'latest' ? text : decodeChangeCursor(text)))
        .optional(),
      limit: single('limit')
        .pipe(z.string().regex(/^0*[1-9]\d*$/, 'limit must be a positive integer'))
        .transform((digits) => Math.min(Number(digits), changes.pageMaximum))
        .default(changes.pageDefault),
    })
  );

  return (queryString: string): FeedQuery => {
    const given = new URLSearchParams(queryString);
    const known = ['after', 'limit'].filter((name) => given.has(name));
    return validate(Object.fromEntries(known.map((name) => [name, given.getAll(name)])));
  };
};
