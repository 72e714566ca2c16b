import { z } from '@strapi/utils';

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

/** What is asked of a list, in both forms. */
export interface ParsedQuery<Query> {
  query: Query;
  /** The parameters that were understood, as they came: all that the next page is asked with. */
  parameters: URLSearchParams;
}

/**
 * Makes a parser of the query string of a list. Parameters that are not known are ignored, as
 * proxies and monitors add their own.
 * @param shape what is made of all values of a parameter, by its name
 * @returns a function that throws `invalid-request` naming each parameter that is wrong
 */
export const createQueryParser = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const schema = z.object(shape);
  const validate = createValidator(schema);
  const names = Object.keys(shape);

  return (queryString: string): ParsedQuery<z.output<typeof schema>> => {
    const given = new URLSearchParams(queryString);
    const known = names.filter((name) => given.has(name));
    return {
      query: validate(Object.fromEntries(known.map((name) => [name, given.getAll(name)]))),
      parameters: new URLSearchParams(
        Object.fromEntries(known.map((name) => [name, given.get(name) ?? '']))
      ),
    };
  };
};
