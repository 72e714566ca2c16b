/*
 * Relies on: `@strapi/core` 5.54: its file `services/document-service`, which exports `createDocumentService(strapi)`
 * Breaks if: Strapi moves or renames it; the fast path then stays off, and a line in the log says so
 * Checked by: `tests/editors/the-bots-writes-look-like-strapis.long.test.ts`
 */
import { createRequire } from 'node:module';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

import type { Write } from '../../../core/writes/phases';

/** Strapi's document service for one content type, by action. */
export type Documents = Record<Write['action'], (params: Write['params']) => Promise<unknown>>;

/**
 * Creates Strapi's document service without the middlewares of plugins and the site.
 * @throws Error if Strapi has moved or renamed the internal file or function
 */
export const strapisDocuments = (strapi: Core.Strapi, uid: string): Documents => {
  const ofApp = createRequire(path.join(strapi.dirs.app.root, 'package.json'));
  const ofStrapi = createRequire(ofApp.resolve('@strapi/strapi'));
  const file = path.join(
    path.dirname(ofStrapi.resolve('@strapi/core')),
    'services/document-service'
  );
  const { createDocumentService } = ofStrapi(file) as {
    createDocumentService: (strapi: Core.Strapi) => (uid: string) => Documents;
  };
  return createDocumentService(strapi)(uid);
};
