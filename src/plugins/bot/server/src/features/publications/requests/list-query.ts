import { OF_FIELDS, publicationList, type Site } from '@fleet-bot/protocol';
import _ from 'lodash';
import type { z } from 'zod';

import { decodeCursor, type Cursor } from '../../../core/protocol/cursor';
import { createQueryParser, type ParsedQuery } from '../../../core/protocol/query-parameters';

type Asked = Omit<z.output<ReturnType<typeof publicationList>>, 'cursor'>;

export interface ListQuery extends Asked {
  /** Only those that relate to a record, by its slug, id or name, for each field that is named. */
  related?: Record<string, string>;
  /** Where the page starts; without one, at the newest. */
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
