import { OF_FIELDS, publicationList, type Site } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';
import { z } from 'zod';

import { botConfig } from '../../../core/config';
import { type Cursor, decodeCursor } from '../../../core/protocol/cursor';
import {
  createQueryParser,
  type ParsedQuery,
  rowNumber,
  searched,
} from '../../../core/protocol/query-parameters';
import { createValidator } from '../../../core/protocol/validate';
import { changeSettings } from '../../changes';
import { createFieldsSchema, createMediaForm, planFields } from '../../fields';
import { isSearched } from '../events';

/**
 * The site's settings for the bot's API: limits, fields, relations and search. Available after all content types are
 * registered.
 */
export const siteOf = (strapi: Core.Strapi): Site => {
  const { limits } = botConfig(strapi);
  const { fields } = planFields(strapi);
  return {
    limits: { ...limits, mediaCount: createMediaForm(strapi).most },
    changes: changeSettings.of(strapi),
    fields: createFieldsSchema(fields),
    relations: fields.filter(({ kind }) => kind === 'relation').map(({ name }) => name),
    hasSearch: isSearched.resolve(strapi),
  };
};

type Asked = Omit<z.output<ReturnType<typeof publicationList>>, 'cursor'>;

export interface ListQuery extends Asked {
  /** Related records to filter by, each a slug, id or name, keyed by field. */
  related?: Record<string, string>;
  /** Cursor at which the page starts; absent for the first page. */
  cursor?: Cursor;
}

/** Makes the parser of the query string of `GET /publications`. */
export const createListQueryParser = (site: Pick<Site, 'limits' | 'relations' | 'hasSearch'>) => {
  const parse = createQueryParser(publicationList(site));

  return (queryString: string): ParsedQuery<ListQuery> => {
    const { query, parameters } = parse(queryString);
    const { cursor, ...requested } = query;
    const [ofFields, own] = _.partition(Object.entries(requested), ([name]) =>
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

/** Parses the query of the panel's lists of deleted entries. */
export const validateDeletedQuery = createValidator(
  z.strictObject({
    /** Search text: a part of a title, or a whole id. */
    search: searched.optional(),
    /** The row id of the last item of the previous page. */
    before: rowNumber.optional(),
  })
);
