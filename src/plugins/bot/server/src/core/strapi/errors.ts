/*
 * Leans on the classes of errors in `@strapi/utils` 5.54 (since 4.0), which are not documented one
 * by one. `tests/other-sites/beside-graphql-and-second-copies.long.test.ts` notices a change.
 */
import type { ErrorCode, FieldError } from '@fleet-bot/protocol';
import { errors } from '@strapi/utils';
import _ from 'lodash';

import { hasMethods, type Probe } from './probe';

/** Errors that Strapi throws, by the name of their class; of a class's ancestors the nearest counts. */
const CODES: ReadonlyMap<unknown, ErrorCode> = new Map([
  ['UnauthorizedError', 'token-invalid'],
  ['ForbiddenError', 'forbidden'],
  ['NotFoundError', 'publication-not-found'],
  ['PayloadTooLargeError', 'body-too-large'],
  ['RateLimitError', 'too-many-requests'],
  ['ApplicationError', 'invalid-request'],
]);

/**
 * Recognises errors of Strapi and its extensions by the names of their classes: a site may have several
 * copies of `@strapi/utils`, and `instanceof` knows one.
 * @returns undefined for anything else
 */
export const codeOfStrapiError = (error: unknown): ErrorCode | undefined => {
  const prototype: object | null = Object.getPrototypeOf(Object(error));
  if (prototype === null) {
    return undefined;
  }
  const { name } = Object(Reflect.get(prototype, 'constructor')) as { name?: unknown };
  return CODES.get(name) ?? codeOfStrapiError(prototype);
};

/** Strapi's field errors without the values, which may be a whole record. */
export const fieldErrorsOf = (error: unknown): { errors?: FieldError[] } => {
  const fieldErrors: unknown = _.get(error, 'details.errors');
  return Array.isArray(fieldErrors)
    ? { errors: fieldErrors.map(({ path, message }: FieldError) => ({ path, message })) }
    : {};
};

/**
 * An error for whoever writes a record, in the panel too: one field is refused. The status is for Strapi's
 * with another copy of `@strapi/utils`, which would answer 500 without it.
 */
export const fieldRefused = (path: string[], message: string): Error =>
  Object.assign(
    new errors.ValidationError(message, {
      errors: [{ path, message, name: 'ValidationError' }],
    }),
    { status: 400 }
  );

/** An error for whoever asks something of the site that cannot be done now; status as above. */
export const requestRefused = (message: string, details: object): Error =>
  Object.assign(new errors.ApplicationError(message, details), { status: 400 });

/** What an error of Strapi's says of one field: yup's words, and the value that it refuses; the plugin's own have none. */
interface RefusedField extends FieldError {
  value?: unknown;
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Renames the fields in an error of Strapi, and says of empty ones that they must be filled in, which yup
 * words differently for each type.
 * @param names where they stand in a request, by attribute
 * @returns the same error
 */
export const renameFields = (
  error: unknown,
  names: ReadonlyMap<string, readonly string[]>
): unknown => {
  const rename = (message: string): string =>
    message.replace(/^\S+/, (word) => names.get(word)?.join('.') ?? word);
  const fieldErrors: unknown = _.get(error, 'details.errors');
  if (error instanceof Error && Array.isArray(fieldErrors)) {
    for (const fieldError of fieldErrors as RefusedField[]) {
      const [first, ...rest] = fieldError.path;
      fieldError.path = [...(names.get(String(first)) ?? [first ?? '']), ...rest];
      fieldError.message =
        'value' in fieldError && isEmpty(fieldError.value)
          ? `${fieldError.path.join('.')} must be filled in before publishing`
          : rename(fieldError.message);
    }
    const [only, ...others] = fieldErrors as RefusedField[];
    error.message =
      only !== undefined && others.length === 0 ? only.message : rename(error.message);
  }
  return error;
};

export const ERROR_CLASSES: Probe = {
  name: 'answers to errors of Strapi',
  leansOn: 'the classes of errors of @strapi/utils',
  isThere: () => hasMethods(errors, ...[...CODES.keys()].map(String)),
};
