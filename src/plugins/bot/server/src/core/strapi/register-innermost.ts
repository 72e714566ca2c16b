/*
 * Leans on `strapi.documents` of Strapi 5.54 (since 5.0): middlewares run in the order of their
 * registration, and the list is read anew at each step of a call.
 * `tests/editors/the-bots-writes-look-like-strapis.test.ts` notices a change.
 */
import type { Core } from '@strapi/strapi';

import type { DocumentMiddleware } from './document-middleware';

/**
 * Registers a document middleware behind those of all plugins and of the site, which may register
 * theirs until the site has loaded. Middlewares run in the order of their registration, and one
 * that is registered during a call still takes part in it.
 */
export const registerInnermost = (strapi: Core.Strapi, create: () => DocumentMiddleware): void => {
  let isRegistered = false;

  strapi.documents.use((_context, next) => {
    if (strapi.isLoaded && !isRegistered) {
      isRegistered = true;
      strapi.documents.use(create());
    }
    return next();
  });
};
