import { OF_FIELDS, publicationList, type Site } from '@fleet-bot/protocol';
import _ from 'lodash';
import type { z } from 'zod';

import { decodeCursor, type Cursor } from '../../../core/protocol/cursor';
import { createQueryParser, type ParsedQuery } from '../../../core/protocol/query-parameters';

type Asked = Omit<z.output<ReturnType<typeof publicationList>>, 'cursor'>;

export interface ListQuery extends Asked {
  /** Related records to filter by, each a slug, id or name, keyed by field. */
  related?: Record<string, string>;
  /** Start of the page; absent for the first one. */
  cursor?: Cursor;
}

/** Makes the parser of the query string of `GET /publications`. */
export const createListQueryParser = (site: Pick<Site, 'limits' | 'relations' | 'hasSearch'>) => {
  const parse = createQueryParser(publicationList(site));

  return (queryString: string): ParsedQuery<ListQuery> => {
    const { query, parameters } = parse(queryString);
    const { cursor, ...asked } = query;
    const [ofFields, own] = _.partition(Object.entries(asked), ([name]) =>
      name.startsWith(OF_FIELDS)
    );
    const related = ofFields.map(([name, value]) => [name.slice(OF_FIELDS.length), value]);
    return {
      query: {
        ...(Object.fromEntries(own) as Asked),
        ...(related.length > 0 && { related: Object.fromEntries(related) }),
        ...(cursor !== undefined && { cursor: decodeCursor(cursor) }),
      },
      parameters,
    };
  };
};
