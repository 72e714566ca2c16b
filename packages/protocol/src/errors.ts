import { z } from 'zod';

import { answer } from './objects';

/**
 * All errors of the protocol: stable code, status and default message. The codes are part of the interface and never
 * change their meaning.
 */
export const ERRORS = {
  'malformed-request': [400, 'The request is not valid HTTP'],
  'invalid-request': [400, 'The request is not valid'],
  'malformed-json': [400, 'The body is not valid JSON'],
  'malformed-multipart': [400, 'The body is not valid multipart form data'],
  'unknown-material': [400, 'Some materials do not exist'],
  'address-not-allowed': [400, 'The address, or one that it redirects to, may not be fetched'],
  'request-aborted': [400, 'The request ended before its body was complete'],
  'idempotency-key-invalid': [400, 'Idempotency-Key must have 1 to 255 printable characters'],
  'token-missing': [401, 'A bearer token is required'],
  'token-invalid': [401, 'The bearer token is not valid'],
  forbidden: [403, 'This is not allowed'],
  'publication-not-found': [404, 'There is no publication with this id'],
  'material-not-found': [404, 'There is no material with this id'],
  'upload-not-found': [404, 'There is no resumable upload with this id, or it has expired'],
  'route-not-found': [404, 'There is no such endpoint'],
  'method-not-allowed': [405, 'This endpoint does not take this method'],
  'request-timeout': [408, 'The request stopped coming'],
  'changed-by-editor': [409, 'An editor has changed the publication since the bot has written it'],
  'idempotency-key-in-use': [409, 'A request with this Idempotency-Key is still running'],
  'external-id-taken': [409, 'Another publication has this externalId'],
  'material-in-use': [409, 'The material is in use'],
  'bytes-missing': [409, 'The bytes of some materials are not in storage'],
  'upload-incomplete': [409, 'The upload is not whole yet'],
  'upload-offset-wrong': [409, 'The upload does not end at this Upload-Offset'],
  'cursor-expired': [410, 'Changes behind this cursor are not kept any more'],
  'precondition-failed': [412, 'The publication is not as If-Match says'],
  'tus-version-not-supported': [412, 'Tus-Resumable must be 1.0.0'],
  'body-too-large': [413, 'The body is too large'],
  'file-too-large': [413, 'The file is too large'],
  'media-type-not-supported': [415, 'The body is not of the media type that this endpoint takes'],
  'file-type-not-allowed': [415, 'Files of this type are not accepted'],
  'image-type-not-supported': [415, 'Images of this type cannot be read on this site'],
  'svg-not-safe': [415, 'This SVG cannot be made safe'],
  'expectation-failed': [417, 'This site knows no expectation but 100-continue'],
  'digest-mismatch': [422, 'The bytes that came are not those of sha256'],
  'idempotency-key-reused': [422, 'This Idempotency-Key was used for another request'],
  'upload-in-use': [423, 'Another request is writing to this upload'],
  'too-many-requests': [429, 'Too many requests'],
  'too-many-wrong-tokens': [429, 'Too many wrong tokens from this address'],
  'headers-too-large': [431, 'The headers are too large'],
  'internal-error': [500, 'Something went wrong on this site'],
  'preview-not-configured': [501, 'This site has no page that shows drafts'],
  'address-failed': [502, 'The address did not give the file'],
  'storage-failed': [502, 'The storage for files did not take the file'],
  'bot-paused': [503, 'An administrator of this site has paused the bot'],
  'token-not-configured': [503, 'No bot token is configured on this site'],
  'database-unavailable': [503, 'The database does not answer'],
  'images-busy': [503, 'Too many images are being processed'],
  'images-unavailable': [503, 'Images cannot be processed at the moment'],
  'search-unavailable': [503, 'The index of the search is being made'],
  'site-stopping': [503, 'The site is stopping'],
  'storage-unavailable': [503, 'The storage for files cannot be written'],
  'address-timeout': [504, 'The address did not give the file in time'],
  'storage-timeout': [504, 'The storage for files did not answer in time'],
  'storage-full': [507, 'There is no room left for files or data'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERRORS;

/** Seconds after which a retry is useful, for errors that pass without a change of the request. */
export const RETRY_AFTER: Partial<Record<ErrorCode, number>> = {
  'idempotency-key-in-use': 2,
  'bot-paused': 60,
  'upload-in-use': 2,
  'database-unavailable': 5,
  'images-busy': 5,
  'images-unavailable': 5,
  'search-unavailable': 30,
  'site-stopping': 10,
  'storage-unavailable': 30,
  'address-timeout': 30,
  'storage-timeout': 30,
  'storage-full': 60,
};

/** Whether a value is a code of `ERRORS`. */
export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERRORS, code);

/** An invalid field of a request. */
export const fieldError = answer({
  path: z
    .array(z.union([z.string(), z.number()]))
    .describe('The keys that lead to the field; empty where the request as a whole is wrong'),
  message: z.string(),
});
export type FieldError = z.infer<typeof fieldError>;

/** Machine-readable part of an error; some codes have more properties: see `ERROR_DETAILS`. */
export const errorDetails = answer({
  code: z.string().describe('Stable: a code never changes its meaning'),
  requestId: z.string().describe('Also in the header X-Request-Id and in the log'),
  errors: z.array(fieldError).optional().describe('An entry for each wrong field'),
});

/** Body of every error, the same as in Strapi. */
export const errorEnvelope = answer({
  data: z.null(),
  error: answer({
    status: z.int().min(400).max(599),
    name: z.string(),
    message: z.string().describe('For people; it may change'),
    details: errorDetails,
  }),
}).meta({
  id: 'Error',
  examples: [
    {
      data: null,
      error: {
        status: 400,
        name: 'BadRequestError',
        message: 'title must not be empty',
        details: {
          code: 'invalid-request',
          errors: [{ path: ['title'], message: 'title must not be empty' }],
          requestId: '2f6c1e0e-4f3b-4a56-9d7e-0a4e8a4f7b11',
        },
      },
    },
  ],
});
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
