import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import _ from 'lodash';

import { getSiteService } from '../../core/http';
import { isUnchanged } from '../../core/protocol/headers/unchanged';

import { docsPage, policyOf } from './docs-page';
import { apiOf } from './site-facts';

/** Path of the bundled Redoc script; the build copies it here. */
const SCRIPT = path.join(__dirname, '../docs/redoc.js');

const readScript = _.once(() => {
  const text = readFileSync(SCRIPT, 'utf8');
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
});

const createDocsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** Handles `GET /docs`: 200 with the description as an HTML page. */
  page(ctx: Context): void {
    const nonce = randomBytes(16).toString('base64');
    const { pathname } = new URL(apiOf(strapi));
    ctx.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policyOf(nonce) });
    ctx.type = 'text/html';
    ctx.body = docsPage(getSiteService(strapi).name, pathname, nonce);
  },

  /** Handles `GET /docs/redoc.js`: 200 with the page's script, 304 if the client has the current one. */
  script(ctx: Context): void {
    const { text, etag } = readScript();
    ctx.set({ 'Cache-Control': 'public, no-cache', ETag: etag });
    ctx.type = 'text/javascript';
    ctx.body = text;
    if (isUnchanged(ctx)) {
      ctx.status = 304;
    }
  },
});

export default createDocsController;
