import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';
import getRawBody from 'raw-body';

import { botConfig } from '../../config';
import { protocolError } from '../../protocol/errors';
import { announcedLength } from '../../protocol/headers/header-parameters';
import { fieldsInvalid } from '../../protocol/validate';

import { whileSending } from './body-reading';

export const JSON_TYPE = 'application/json';
/** Media type of JSON Merge Patch (RFC 7396). */
const MERGE_PATCH_TYPE = 'application/merge-patch+json';

/** Maximum nesting depth of a JSON body, far more than any body of the protocol has. */
const LEVELS = 32;

/** Matches JSON that may contain the key `__proto__`, plain or with escaped letters. */
const POSSIBLE = /__proto__|\\u00/i;

/** Whether a value is nested deeper than `levels`. `JSON.parse` handles any depth, but `JSON.stringify` does not. */
export const isNestedDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1)));

type Path = (string | number)[];

/** Paths of all `__proto__` keys in a body. Schemas ignore this key, but copying the object interprets it. */
const pathsOfPrototypeKeys = (value: unknown, path: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, inner]) =>
    key === '__proto__' ? [[...path, key]] : pathsOfPrototypeKeys(inner, [...path, key])
  );
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw protocolError('malformed-json', { cause });
  }
};

const parse = (text: string): unknown => {
  const parsed = parseJson(text);
  if (isNestedDeeper(parsed, LEVELS)) {
    const message = `The body must not be nested deeper than ${LEVELS} levels`;
    throw fieldsInvalid([{ path: [], message }]);
  }
  const paths = POSSIBLE.test(text) ? pathsOfPrototypeKeys(parsed) : [];
  if (paths.length > 0) {
    throw fieldsInvalid(
      paths.map((path) => ({ path, message: `${path.at(-1)} is not a known field` }))
    );
  }
  return parsed;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decode = (bytes: Buffer): string => {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw protocolError('malformed-json', { message: 'The body is not valid UTF-8 text', cause });
  }
};

/**
 * Route middleware after the token check: parses the JSON body into `ctx.request.body`. Errors:
 * `media-type-not-supported`, `body-too-large`, `malformed-json`, `invalid-request`, `request-aborted`,
 * `request-timeout`.
 */
export default ((_config, { strapi }) => {
  const { jsonBytes, idleTimeoutSeconds } = botConfig(strapi).limits;

  const middleware: Middleware = async (ctx, next) => {
    const types = ctx.method === 'PATCH' ? [JSON_TYPE, MERGE_PATCH_TYPE] : [JSON_TYPE];
    if (!ctx.is(types) || ctx.get('content-encoding') !== '') {
      throw protocolError('media-type-not-supported', {
        message: 'Content-Type must be application/json, without compression',
      });
    }
    const options = { limit: jsonBytes, length: announcedLength(ctx.req) };
    const bytes = await whileSending(ctx, idleTimeoutSeconds, () => getRawBody(ctx.req, options));
    ctx.request.body = parse(decode(bytes));
    await next();
  };
  return middleware;
}) satisfies Core.MiddlewareFactory;
