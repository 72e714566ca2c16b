import createError, { type HttpError } from 'http-errors';

/**
 * Every error of the protocol: stable code -> status and default message.
 * The codes are part of the interface and never change their meaning.
 */
export const ERRORS = {
  'invalid-request': [400, 'The request is not valid'],
  'malformed-json': [400, 'The body is not valid JSON'],
  'malformed-multipart': [400, 'The body is not valid multipart form data'],
  'unknown-material': [400, 'Some materials do not exist'],
  'request-aborted': [400, 'The request ended before its body was complete'],
  'token-missing': [401, 'A bearer token is required'],
  'token-invalid': [401, 'The bearer token is not valid'],
  forbidden: [403, 'This is not allowed'],
  'publication-not-found': [404, 'There is no publication with this id'],
  'route-not-found': [404, 'There is no such endpoint'],
  'method-not-allowed': [405, 'This endpoint does not take this method'],
  'body-too-large': [413, 'The body is too large'],
  'file-too-large': [413, 'The file is too large'],
  'media-type-not-supported': [415, 'The body is not of the media type that this endpoint takes'],
  'file-type-not-allowed': [415, 'Files of this type are not accepted'],
  'internal-error': [500, 'Something went wrong on this site'],
  'token-not-configured': [503, 'No bot token is configured on this site'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERRORS;

/** One wrong field of a request; `path` is empty where the request as a whole is wrong. */
export interface FieldError {
  path: (string | number)[];
  message: string;
}

export interface ProtocolErrorOptions {
  message?: string;
  /** Added beside `details.code`. */
  details?: Record<string, unknown> & { errors?: FieldError[] };
  /** Response headers, such as `WWW-Authenticate` or `Retry-After`. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/**
 * An error of the protocol, ready to be thrown from any layer.
 * @returns an `http-errors` error whose `details.code` is `code`
 */
export const protocolError = (code: ErrorCode, options: ProtocolErrorOptions = {}): HttpError => {
  const [status, message] = ERRORS[code];
  return createError(status, options.message ?? message, {
    details: { code, ...options.details },
    headers: options.headers,
    cause: options.cause,
    expose: true,
  });
};
