import type { Core } from '@strapi/strapi';

import type { Entity } from '../../database/entity';
import { isPlainType } from '../../database/plain-type';
import { botConfig, getService } from '../../services/lookup';

import type { DocumentMiddleware } from './types';

const asksOnlyFor = (params: object, name: string): boolean =>
  Object.keys(params).length === 1 && name in params;

/**
 * Does the bot's writes itself, where Strapi's generic steps would find nothing more to do. It
 * has to be the last of all document middlewares, so that those of the site and of other plugins
 * see each write as ever. What it is asked for must be just what it can do: calls with other
 * parameters, such as the panel's, go on to Strapi.
 */
export const createPlainWrite = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);
  const isPlain = isPlainType(strapi, contentType);
  const documents = () => getService(strapi, 'plainDocument');

  const write = async (action: string, params: object): Promise<unknown> => {
    if (action === 'create' && asksOnlyFor(params, 'data')) {
      return documents().create(params as { data: Entity });
    }
    if (!asksOnlyFor(params, 'documentId')) {
      return undefined;
    }
    const document = params as { documentId: string };
    switch (action) {
      case 'publish':
        return documents().publish(document);
      case 'unpublish':
        return documents().unpublish(document);
      case 'delete':
        return documents().delete(document);
      default:
        return undefined;
    }
  };

  return async ({ uid, action, params }, next) => {
    const result = isPlain && uid === contentType ? await write(action, params) : undefined;
    return (result as Awaited<ReturnType<typeof next>> | undefined) ?? next();
  };
};
