import {
  ERROR_DETAILS,
  errorDetails,
  ERRORS,
  HEADERS_OF_ERRORS,
  RETRY_AFTER,
  type ErrorCode,
} from '@fleet-bot/protocol';
import _ from 'lodash';
import { z } from 'zod';

import { refer, type Schemas } from './schemas';

type Fields = Readonly<Record<string, z.ZodType>>;

const merged = (parts: readonly (Fields | undefined)[]): Fields =>
  Object.assign({}, ...parts) as Fields;

/** Schema of an error whose code is one of `codes`, including the details of these codes. */
export const errorSchema = (schemas: Schemas, codes: readonly ErrorCode[]) => {
  const more = z.object(merged(codes.map((code) => ERROR_DETAILS[code]))).partial();
  const details = errorDetails.extend({ code: z.enum(codes), ...more.shape });
  return {
    allOf: [
      refer('schemas', 'Error'),
      {
        type: 'object',
        properties: {
          error: { type: 'object', properties: { details: schemas.of(details, 'output') } },
        },
      },
    ],
  };
};

/** Response headers that errors with one of `codes` may have. */
export const headersOfErrors = (codes: readonly ErrorCode[]): Fields =>
  _.mapValues(merged(codes.map((code) => HEADERS_OF_ERRORS[code])), (header) => header.optional());

/** Human-readable descriptions of error codes, in Markdown. */
export const meaningOf = (codes: readonly ErrorCode[]): string =>
  codes
    .map((code) => {
      const seconds = RETRY_AFTER[code];
      const again = seconds === undefined ? '' : `; try again after ${seconds} seconds`;
      return `\`${code}\`: ${ERRORS[code][1]}${again}`;
    })
    .join('\n\n');

/** Groups error codes by HTTP status. */
export const byStatus = (codes: readonly ErrorCode[]): Record<string, ErrorCode[]> =>
  _.groupBy(codes, (code) => ERRORS[code][0]);
