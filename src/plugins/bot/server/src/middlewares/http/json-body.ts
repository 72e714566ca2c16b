import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';
import getRawBody from 'raw-body';

import { protocolError } from '../../protocol/errors';
import { botConfig } from '../../services/lookup';

import { whileSending } from './body-reading';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw protocolError('malformed-json', { cause });
  }
};

const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw protocolError('malformed-json', { message: 'The body is not UTF-8 text', cause });
  }
};

/**
 * Route middleware: reads the JSON body into `ctx.request.body`, after the token was checked.
 * Errors: `media-type-not-supported`, `body-too-large`, `malformed-json`, `request-aborted`,
 * `request-timeout`.
 */
const jsonBody: Core.MiddlewareFactory = (_config, { strapi }) => {
  const { jsonBytes, stallSeconds } = botConfig(strapi).limits;

  const middleware: Middleware = async (ctx, next) => {
    if (!ctx.is('application/json') || ctx.get('content-encoding') !== '') {
      throw protocolError('media-type-not-supported', {
        message: 'The body must be application/json, not compressed',
      });
    }
    const reading = getRawBody(ctx.req, { limit: jsonBytes, length: ctx.request.length });
    ctx.request.body = parse(decode(await whileSending(ctx, stallSeconds, reading)));
    await next();
  };
  return middleware;
};

export default jsonBody;
