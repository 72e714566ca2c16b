import type { Core } from '@strapi/strapi';

import type { DocumentMiddleware } from './types';

/**
 * Registers a document middleware behind those of all plugins and of the site, which may register
 * theirs until the site has loaded. Middlewares run in the order of their registration, and one
 * that is registered during a call still takes part in it.
 */
export const useLast = (strapi: Core.Strapi, create: () => DocumentMiddleware): void => {
  let isRegistered = false;

  strapi.documents.use((_context, next) => {
    if (strapi.isLoaded && !isRegistered) {
      isRegistered = true;
      strapi.documents.use(create());
    }
    return next();
  });
};
