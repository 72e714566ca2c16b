import { z } from 'zod';

import type { ErrorCode } from './errors';
import * as headers from './headers';
import { materialUse } from './materials';
import { publication } from './publications';
import { time } from './texts';

type Fields = Readonly<Record<string, z.ZodType>>;

const limit = z.number().describe('So much is allowed');
const length = z
  .number()
  .nullable()
  .describe('Bytes of the whole upload; null as long as they are not known');
const digest = z.string().describe('A SHA-256 in hexadecimal digits');

/** Additional properties that `details` has for some error codes. */
export const ERROR_DETAILS: Readonly<Partial<Record<ErrorCode, Fields>>> = {
  'unknown-material': { unknown: z.array(z.string()).describe('The ids that there are not') },
  'external-id-taken': { id: z.string().describe('The publication that has it') },
  'material-in-use': { uses: z.array(materialUse) },
  'file-type-not-allowed': { type: z.string() },
  'file-too-large': { limit, length, pixels: z.number() },
  'body-too-large': { limit },
  'digest-mismatch': { expected: digest, received: digest, size: z.number() },
  'precondition-failed': {
    etag: headers.etag,
    publication: publication.describe('As it is now'),
  },
  'changed-by-editor': { changedAt: time, changedBy: z.string().nullable() },
  'upload-incomplete': { offset: z.number().describe('How much is there'), length },
  'bytes-missing': { materials: z.array(z.looseObject({ id: z.string(), name: z.string() })) },
  'cursor-expired': { hint: z.string().describe('What to do') },
  'idempotency-key-in-use': { claimExpiresInSeconds: z.number() },
  'address-failed': { status: z.number().describe('What the other side has answered') },
};

/** Additional headers of some errors. */
export const HEADERS_OF_ERRORS: Readonly<Partial<Record<ErrorCode, Fields>>> = {
  'precondition-failed': { ETag: headers.etag },
  'tus-version-not-supported': { 'Tus-Version': headers.tus.version },
};
