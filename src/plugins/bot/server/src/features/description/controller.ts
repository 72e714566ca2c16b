import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { assertToken } from '../../core/http';
import { isUnchanged } from '../../core/protocol/headers/entity-tags';

import { getDescriptionService } from './description';
import { greetingOf, handshakeOf } from './site-facts';

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** Handles `GET /api/bot`: 200 with the versions of the interface; with a valid token, also with what the site supports. */
  async greet(ctx: Context): Promise<void> {
    const { authorization } = ctx.req.headers;
    if (authorization === undefined) {
      ctx.body = greetingOf(strapi);
      return;
    }
    assertToken(strapi, authorization);
    ctx.body = await handshakeOf(strapi);
  },

  /** Handles `GET /openapi.json`: 200 with the description, 304 if the client has the current one. */
  openapi(ctx: Context): void {
    const { text, etag } = getDescriptionService(strapi).sent();
    ctx.set({ 'Cache-Control': 'public, no-cache', ETag: etag });
    ctx.type = 'application/json';
    ctx.body = text;
    if (isUnchanged(ctx)) {
      ctx.status = 304;
    }
  },
});
