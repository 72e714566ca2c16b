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
  'unknown-material': [400, 'Some materials do not exist. Upload them first'],
  'address-not-allowed': [
    400,
    'This site may not fetch the address, or one that it redirects to. Use a public address',
  ],
  'request-aborted': [400, 'The request ended before its body was complete'],
  'idempotency-key-invalid': [400, 'Idempotency-Key must have 1 to 255 printable characters'],
  'token-missing': [401, 'The request has no token. Send Authorization: Bearer <token>'],
  'token-invalid': [401, 'The bearer token is not valid'],
  forbidden: [403, 'This action is not allowed'],
  'publication-not-found': [404, 'There is no publication with this id'],
  'material-not-found': [404, 'There is no material with this id'],
  'upload-not-found': [
    404,
    'This resumable upload does not exist or has expired. Start a new upload',
  ],
  'route-not-found': [404, 'This endpoint does not exist'],
  'method-not-allowed': [
    405,
    'This endpoint does not support this method. The header Allow lists the supported methods',
  ],
  'request-timeout': [408, 'The request timed out before it was complete. Send it again'],
  'changed-by-editor': [
    409,
    'An editor has changed the publication since the bot last wrote it. Read it again, then send If-Match',
  ],
  'idempotency-key-in-use': [409, 'A request with this Idempotency-Key is still running'],
  'external-id-taken': [409, 'Another publication already has this externalId'],
  'material-in-use': [409, 'The material is in use by a publication. Remove it there first'],
  'bytes-missing': [409, 'The files of some materials are missing in storage. Upload them again'],
  'upload-incomplete': [409, 'The upload is not complete yet. Send the remaining bytes first'],
  'upload-offset-wrong': [
    409,
    'Upload-Offset does not match the upload. Ask for the current offset with HEAD',
  ],
  'cursor-expired': [
    410,
    'This cursor has expired: older changes have been deleted. Read all publications again',
  ],
  'precondition-failed': [
    412,
    'The publication has changed and no longer matches If-Match. Read it again',
  ],
  'tus-version-not-supported': [412, 'Tus-Resumable must be 1.0.0'],
  'body-too-large': [413, 'The body is too large'],
  'file-too-large': [413, 'The file is too large'],
  'media-type-not-supported': [415, 'Unsupported Content-Type for this endpoint'],
  'file-type-not-allowed': [415, 'Files of this type are not accepted'],
  'image-type-not-supported': [415, 'Images of this type cannot be read on this site'],
  'svg-not-safe': [415, 'The SVG could not be sanitized. Remove scripts and external references'],
  'expectation-failed': [417, 'Unsupported Expect header. Only 100-continue is supported'],
  'digest-mismatch': [422, 'The received bytes do not match sha256. Upload the file again'],
  'idempotency-key-reused': [
    422,
    'This Idempotency-Key was already used for another request. Use a new key',
  ],
  'upload-in-use': [423, 'Another request is writing to this upload'],
  'too-many-requests': [429, 'Too many requests. Wait for the seconds in Retry-After'],
  'too-many-wrong-tokens': [
    429,
    'Too many wrong tokens from this IP address. Wait for the seconds in Retry-After',
  ],
  'headers-too-large': [431, 'The headers are too large'],
  'internal-error': [500, 'An internal error occurred on this site. Its log has the details'],
  'preview-not-configured': [501, 'Previews are not configured on this site'],
  'address-failed': [502, 'The address did not deliver the file'],
  'storage-failed': [502, 'The file storage rejected the file'],
  'bot-paused': [503, 'An administrator has paused the bot. Try again later'],
  'token-not-configured': [
    503,
    'No bot token is configured on this site. Set BOT_API_TOKEN, or the option token of the plugin',
  ],
  'database-unavailable': [503, 'The database does not respond. Try again later'],
  'images-busy': [503, 'Too many images are being processed. Try again later'],
  'images-unavailable': [503, 'Images cannot be processed at the moment. Try again later'],
  'search-unavailable': [503, 'The search index is being created. Try again later'],
  'site-stopping': [503, 'The site is shutting down. Try again later'],
  'storage-unavailable': [503, 'The file storage is not writable at the moment. Try again later'],
  'address-timeout': [504, 'The address did not deliver the file in time. Try again later'],
  'storage-timeout': [504, 'The file storage did not respond in time. Try again later'],
  'storage-full': [507, 'No storage space is left for files or data'],
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
