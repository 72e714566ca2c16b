import type { FieldError } from '@fleet-bot/protocol';
import { z } from 'zod';

import { createValidator, fieldsInvalid } from './validate';

/** The number of a row, as behind which a page of the panel starts. */
export const rowNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** A moment in ISO 8601. */
export const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** What somebody looks for. */
export const searched = z.string().trim().min(1).max(255);

/** What is asked of an endpoint, in both forms. */
export interface ParsedQuery<Query> {
  query: Query;
  /** As it came: what the next page of a list is asked with. */
  parameters: URLSearchParams;
}

/**
 * Makes a parser of a query string. Unknown and repeated parameters are refused: a misspelt filter would list
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
    if (errors.length > 0) {
      throw fieldsInvalid(errors);
    }
    return { query: validate(Object.fromEntries(parameters)), parameters };
  };
};
