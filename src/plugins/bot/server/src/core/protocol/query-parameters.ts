import { z } from '@strapi/utils';

import { protocolError, type FieldError } from './errors';
import { createValidator } from './validate';

/** A parameter that may be given once; its value. */
export const single = (name: string) =>
  z
    .array(z.string())
    .length(1, `${name} must be given once`)
    .transform(([value]) => value);

/** The parameter `limit` of a list: a positive integer; one above the maximum means the maximum. */
export const pageLimit = (standard: number, maximum: number) =>
  single('limit')
    .pipe(z.string().regex(/^0*[1-9]\d*$/, 'limit must be a positive integer'))
    .transform((digits) => Math.min(Number(digits), maximum))
    .default(standard);

/** What is asked of an endpoint, in both forms. */
export interface ParsedQuery<Query> {
  query: Query;
  /** As it came: what the next page of a list is asked with. */
  parameters: URLSearchParams;
}

const unknownParameter = (name: string, known: string[]): FieldError => {
  const others = known.length === 0 ? 'this endpoint knows none' : `there are: ${known.join(', ')}`;
  return { path: [name], message: `${name} is not a known parameter; ${others}` };
};

/**
 * Makes a parser of a query string. A parameter that is not known is refused, as it is in a body: a
 * list by a misspelt filter would be a list of all.
 * @param shape what is made of all values of a parameter, by its name
 * @returns a function that throws `invalid-request` naming each parameter that is wrong
 */
export const createQueryParser = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const schema = z.object(shape);
  const validate = createValidator(schema);
  const known = Object.keys(shape);

  return (queryString: string): ParsedQuery<z.output<typeof schema>> => {
    const parameters = new URLSearchParams(queryString);
    const names = [...new Set(parameters.keys())];
    const errors = names
      .filter((name) => !known.includes(name))
      .map((name) => unknownParameter(name, known));
    if (errors.length > 0) {
      throw protocolError('invalid-request', { message: errors[0]?.message, details: { errors } });
    }
    return {
      query: validate(Object.fromEntries(names.map((name) => [name, parameters.getAll(name)]))),
      parameters,
    };
  };
};
