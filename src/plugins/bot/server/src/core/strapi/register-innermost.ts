/*
 * Relies on: Strapi 5.54 (since 5.0): `strapi.documents` runs middlewares in order, and reads their list at each step
 * Breaks if: Strapi copies the list before a call
 * Checked by: `tests/editors/the-bots-writes-look-like-strapis.long.test.ts`
 */
import type { Core, Modules } from '@strapi/strapi';

import { FILE_UID } from '../constants';

import { hasMethods, type Probe } from './probe';

export type DocumentMiddleware = Modules.Documents.Middleware.Middleware;

/**
 * Registers a document middleware after those of all plugins and of the site, which may register middlewares until the
 * site has loaded. Waits for the first document service call after that, which already runs through the new middleware.
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

type Use = (middleware: DocumentMiddleware) => () => unknown;

export const INNERMOST: Probe = {
  name: 'taking part in a write behind all others',
  reliesOn: 'the list of middlewares of strapi.documents',
  isPresent: ({ documents }) =>
    hasMethods({ documents }, 'documents') && hasMethods(documents, 'use'),
  async verify({ documents }) {
    let isReached = false;
    // The function returns one that removes the middleware, but its type does not declare that.
    const use = documents.use.bind(documents) as unknown as Use;
    const removers: (() => unknown)[] = [];
    const inner: DocumentMiddleware = (_context, next) => {
      isReached = true;
      return next();
    };
    const outer: DocumentMiddleware = (_context, next) => {
      removers.push(use(inner));
      return next();
    };
    removers.push(use(outer));
    await documents(FILE_UID).count({ filters: { documentId: 'none' } });
    removers.forEach((remove) => remove());
    return isReached;
  },
};
