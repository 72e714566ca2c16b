import type { FieldError } from '@fleet-bot/protocol';
import { z } from 'zod';

import { createValidator, fieldsInvalid } from './validate';

/** Schema of the row ID after which a page of a panel list starts. */
export const rowNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** Schema of an ISO 8601 time with offset. */
export const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** Schema of a search term of 1 to 255 characters. */
export const searched = z.string().trim().min(1).max(255);

/** Query parameters of a request, parsed and raw. */
export interface ParsedQuery<Query> {
  query: Query;
  /** Raw parameters, for the link to the next page. */
  parameters: URLSearchParams;
}

/**
 * Creates a parser for query strings. Unknown and repeated parameters are errors: a misspelled filter would list
 * everything.
 * @returns a function that throws `invalid-request` naming each wrong parameter
 */
export const createQueryParser = <Schema extends z.ZodObject>(schema: Schema) => {
  const validate = createValidator(schema);
  const known = Object.keys(schema.shape);
  const others = known.length === 0 ? 'this endpoint knows none' : `there are: ${known.join(', ')}`;

  return (queryString: string): ParsedQuery<z.output<Schema>> => {
    const parameters = new URLSearchParams(queryString);
    const errors = [...new Set(parameters.keys())].flatMap((name): FieldError[] => {
      if (!known.includes(name)) {
        return [{ path: [name], message: `${name} is not a known parameter; ${others}` }];
      }
      const isOne = parameters.getAll(name).length === 1;
      return isOne ? [] : [{ path: [name], message: `${name} must be given once` }];
    });
    if (errors.length > 0) throw fieldsInvalid(errors);
    return { query: validate(Object.fromEntries(parameters)), parameters };
  };
};
