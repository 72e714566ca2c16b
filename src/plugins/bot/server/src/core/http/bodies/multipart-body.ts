import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { getTemporaryDirectoryService } from '../../bytes/temporary-directory';
import { botConfig } from '../../config';
import { protocolError } from '../../protocol/errors';
import { announcedLength, parseHeaderValue } from '../../protocol/headers/header-parameters';

import { whileSending } from './body-reading';
import jsonBody, { JSON_TYPE } from './json-body';
import { fileTooLarge, formBytes, readForm } from './read-form';

/** Maximum number of characters of a boundary (RFC 2046, section 5.1.1). */
const BOUNDARY_LENGTH = 70;

const boundaryOf = (contentType: string): string => {
  const boundary = parseHeaderValue(contentType).parameters.get('boundary') ?? '';
  if (boundary === '' || boundary.length > BOUNDARY_LENGTH) {
    throw protocolError('malformed-multipart', {
      message: `Content-Type must have a boundary of 1 to ${BOUNDARY_LENGTH} characters`,
    });
  }
  return boundary;
};

/**
 * Route middleware after the token check: parses a multipart body into a `ReceivedForm` in `ctx.request.body`. Removes
 * temporary files when the request ends. Errors: `media-type-not-supported`, `malformed-multipart`, `file-too-large`,
 * `request-aborted`, `request-timeout`, `storage-full`.
 */
const multipartBody: Core.MiddlewareFactory = (_config, { strapi }) => {
  const { uploadBytes, idleTimeoutSeconds } = botConfig(strapi).limits;

  const middleware: Middleware = async (ctx, next) => {
    if (!ctx.is('multipart/form-data') || ctx.get('content-encoding') !== '') {
      throw protocolError('media-type-not-supported', {
        message:
          'Content-Type must be multipart/form-data, or application/json with a url, without compression',
      });
    }
    if ((announcedLength(ctx.req) ?? 0) > formBytes(uploadBytes)) throw fileTooLarge(uploadBytes);
    const boundary = boundaryOf(ctx.get('content-type'));
    await getTemporaryDirectoryService(strapi).use(async (directory) => {
      const stop = new AbortController();
      const form = { boundary, limit: uploadBytes, directory, signal: stop.signal };
      let reading: Promise<unknown> | undefined;
      try {
        ctx.request.body = await whileSending(
          ctx,
          idleTimeoutSeconds,
          () => (reading = readForm(ctx.req, form))
        );
      } catch (error) {
        stop.abort(error);
        // Reading may still use the directory until it has ended.
        await reading?.catch(() => undefined);
        throw error;
      }
      await next();
    });
  };
  return middleware;
};

/** Route middleware: parses a JSON body as `json-body.ts` does, and any other body as a form. */
export const jsonOrFormBody: Core.MiddlewareFactory = (config, context) => {
  const json = jsonBody(config, context);
  const form = multipartBody(config, context) as Middleware;
  return (ctx, next) => (ctx.is(JSON_TYPE) ? json(ctx, next) : form(ctx, next));
};
