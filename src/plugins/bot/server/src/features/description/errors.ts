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

/** The schema of an error that has one of these codes, with what they say beside. */
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

/** The headers that errors with these codes have beside those of any. */
export const headersOfErrors = (codes: readonly ErrorCode[]): Fields =>
  _.mapValues(merged(codes.map((code) => HEADERS_OF_ERRORS[code])), (header) => header.optional());

/** What each code means, for people. */
export const meaningOf = (codes: readonly ErrorCode[]): string =>
  codes
    .map((code) => {
      const seconds = RETRY_AFTER[code];
      const again = seconds === undefined ? '' : `; try again after ${seconds} seconds`;
      return `\`${code}\`: ${ERRORS[code][1]}${again}`;
    })
    .join('\n\n');

/** Codes by the status that they have. */
export const byStatus = (codes: readonly ErrorCode[]): Record<string, ErrorCode[]> =>
  _.groupBy(codes, (code) => ERRORS[code][0]);
