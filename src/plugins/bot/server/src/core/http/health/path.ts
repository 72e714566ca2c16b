import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { PLUGIN_ID } from '../../constants';

/** Makes the test whether a request asks for the site's health, which needs no token and is not counted. */
export const createHealthTest = (
  strapi: Core.Strapi
): ((ctx: Pick<Context, 'method' | 'path'>) => boolean) => {
  const health =
    `${strapi.config.get<string>('api.rest.prefix')}/${PLUGIN_ID}/health`.toLowerCase();
  // Other paths that end like it, and other verbs, ask for the token and must be counted.
  return ({ method, path }) =>
    (method === 'GET' || method === 'HEAD') && path.toLowerCase().replace(/\/$/, '') === health;
};
