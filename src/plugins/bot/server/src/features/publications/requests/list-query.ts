import { z } from '@strapi/utils';

import type { BotConfig } from '../../../core/config';
import { LISTED_STATUSES, MADE_BY } from '../../../core/constants';
import { decodeCursor } from '../../../core/protocol/cursor';
import type { ListQuery } from '../../../core/protocol/publication';
import {
  createQueryParser,
  pageLimit,
  single,
  type ParsedQuery,
} from '../../../core/protocol/query-parameters';
import { isLongerThan } from '../../../core/protocol/text/characters';
import { oneLine } from '../../../core/protocol/text/one-line';
import { externalId } from '../details/external-id';
import { moment } from '../../schedule/schedule';

/** What begins the name of a parameter that asks for a field. */
const OF_FIELDS = 'fields.';
/** As many as a title, a name or a slug may have. */
const LONGEST = 255;

const oneOf = <const Values extends readonly [string, ...string[]]>(name: string, values: Values) =>
  single(name).pipe(z.enum(values, { error: `${name} must be one of ${values.join(', ')}` }));

const text = (name: string) =>
  single(name)
    .transform(oneLine)
    .pipe(
      z
        .string()
        .min(1, `${name} must not be empty`)
        .refine(
          (value) => !isLongerThan(value, LONGEST),
          `${name} must have at most ${LONGEST} characters`
        )
    );

/**
 * Makes the parser of the query string of `GET /publications`.
 * @param relations the names of the fields that are relations
 */
export const createListQueryParser = (
  { limits }: Pick<BotConfig, 'limits'>,
  relations: readonly string[] = []
) => {
  const shape = {
    status: oneOf('status', LISTED_STATUSES).optional(),
    externalId: single('externalId').pipe(externalId).optional(),
    title: text('title').optional(),
    madeBy: oneOf('madeBy', MADE_BY).optional(),
    createdAfter: single('createdAfter').pipe(moment('createdAfter')).optional(),
    createdBefore: single('createdBefore').pipe(moment('createdBefore')).optional(),
    updatedAfter: single('updatedAfter').pipe(moment('updatedAfter')).optional(),
    include: single('include')
      .pipe(z.literal('fields', { error: 'include must be fields' }))
      .optional(),
    limit: pageLimit(limits.listDefault, limits.listMaximum),
    cursor: single('cursor').transform(decodeCursor).optional(),
  };
  const ofFields = new Map(relations.map((name) => [`${OF_FIELDS}${name}`, name]));
  const parse = createQueryParser<typeof shape>({
    ...shape,
    ...Object.fromEntries([...ofFields.keys()].map((name) => [name, text(name).optional()])),
  });

  return (queryString: string): ParsedQuery<ListQuery> => {
    const { query, parameters } = parse(queryString);
    const related = [...ofFields].flatMap(([parameter, name]) => {
      const value: unknown = Reflect.get(query, parameter);
      Reflect.deleteProperty(query, parameter);
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    return {
      query: related.length === 0 ? query : { ...query, related: Object.fromEntries(related) },
      parameters,
    };
  };
};
