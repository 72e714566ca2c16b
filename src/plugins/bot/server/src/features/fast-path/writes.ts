import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import type { Entity } from '../../core/database/rows/entity';
import type { Write, WritePhases } from '../../core/writes/phases';

import { getDocumentWriter } from './document-writer';
import { isEligibleType } from './eligibility';

const asksOnlyFor = (params: object, ...names: string[]): boolean =>
  Object.keys(params).length === names.length && names.every((name) => name in params);

/** As this plugin itself asks: for media and relations, which the fast path can populate. */
const asksForAll = (params: object): boolean => Reflect.get(params, 'populate') === '*';

/**
 * Does the bot's writes itself, where Strapi's generic steps would find nothing more to do. Middlewares of the site and
 * of other plugins see each write as ever. What it is asked for must be just what it can do: calls with other
 * parameters, such as the panel's, go on to Strapi.
 */
export const createFastPath = (strapi: Core.Strapi): WritePhases => {
  const { contentType } = botConfig(strapi);
  const documents = () => getDocumentWriter(strapi);

  const write = async ({ action, params }: Write): Promise<unknown> => {
    if (action === 'create' && asksOnlyFor(params, 'data')) {
      return documents().create(params as { data: Entity });
    }
    if (action === 'update' && asksOnlyFor(params, 'documentId', 'data')) {
      return documents().update(params as { documentId: string; data: Entity });
    }
    const document = params as { documentId: string };
    if (action === 'unpublish' && asksOnlyFor(params, 'documentId', 'populate')) {
      return asksForAll(params) ? documents().unpublish(document) : undefined;
    }
    if (!asksOnlyFor(params, 'documentId')) {
      return undefined;
    }
    if (action === 'publish') {
      return documents().publish(document);
    }
    return action === 'delete' ? documents().delete(document) : undefined;
  };

  return isEligibleType(strapi, contentType) ? { write } : {};
};
