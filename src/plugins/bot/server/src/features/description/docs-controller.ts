import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import _ from 'lodash';

import { getSiteService } from '../../core/http';
import { isUnchanged } from '../../core/protocol/headers/entity-tags';

import { apiOf } from './site-facts';

/** Content security policy that allows elements with the nonce, data URLs for icons, and requests to the own site. */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Reads a file of Swagger UI, which the build copies into this folder. */
const read = (file: string): string => readFileSync(path.join(__dirname, '../docs', file), 'utf8');

const readStyles = _.once(() => read('swagger-ui.css'));

const readScript = _.once(() => {
  const text = read('swagger-ui-bundle.js');
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
});

/**
 * HTML page that shows the site's OpenAPI document with Swagger UI.
 * @param name name of the site
 * @param api path of the plugin's HTTP API
 */
const docsPage = (name: string, api: string, nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Interface of ${_.escape(name)}</title>
<style nonce="${nonce}">body { margin: 0 } ${readStyles()}</style>
</head>
<body>
<main id="docs"></main>
<script nonce="${nonce}" src="${api}/docs/swagger-ui.js"></script>
<script nonce="${nonce}">SwaggerUIBundle({ url: ${JSON.stringify(`${api}/openapi.json`)}, dom_id: '#docs', validatorUrl: null })</script>
</body>
</html>
`;

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** Handles `GET /docs`: 200 with an HTML page that shows the OpenAPI document. */
  page(ctx: Context): void {
    const nonce = randomBytes(16).toString('base64');
    const { pathname } = new URL(apiOf(strapi));
    ctx.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policyOf(nonce) });
    ctx.type = 'text/html';
    ctx.body = docsPage(getSiteService(strapi).name, pathname, nonce);
  },

  /** Handles `GET /docs/swagger-ui.js`: 200 with the page's script, 304 if the client has the current one. */
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
