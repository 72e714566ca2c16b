/*
 * Relies on: the error classes of `@strapi/utils` 5.54 (since 4.0), which are not documented individually
 * Breaks if: Strapi renames the classes
 * Checked by: `tests/other-sites/beside-graphql-and-second-copies.long.test.ts`
 */
import type { ErrorCode, FieldError } from '@fleet-bot/protocol';
import { errors } from '@strapi/utils';
import _ from 'lodash';

import { hasMethods, type Probe } from './probe';

/** Protocol errors, keyed by class name of Strapi errors. The nearest ancestor class decides. */
const CODES: ReadonlyMap<unknown, ErrorCode> = new Map([
  ['UnauthorizedError', 'token-invalid'],
  ['ForbiddenError', 'forbidden'],
  ['NotFoundError', 'publication-not-found'],
  ['PayloadTooLargeError', 'body-too-large'],
  ['RateLimitError', 'too-many-requests'],
  ['ApplicationError', 'invalid-request'],
]);

/**
 * The protocol error for an error of Strapi or an extension, by its class name: a site may have several copies of
 * `@strapi/utils`, so `instanceof` is not reliable.
 * @returns undefined for other errors
 */
export const codeOfStrapiError = (error: unknown): ErrorCode | undefined => {
  const prototype: object | null = Object.getPrototypeOf(Object(error));
  if (prototype === null) return undefined;
  const { name } = Object(Reflect.get(prototype, 'constructor')) as { name?: unknown };
  return CODES.get(name) ?? codeOfStrapiError(prototype);
};

/** Strapi's field errors without their values, which may be whole records. */
export const fieldErrorsOf = (error: unknown): { errors?: FieldError[] } => {
  const fieldErrors: unknown = _.get(error, 'details.errors');
  return Array.isArray(fieldErrors)
    ? { errors: fieldErrors.map(({ path, message }: FieldError) => ({ path, message })) }
    : {};
};

/**
 * An error that rejects one field of a record, for the API and the panel. Its property `status: 400` is needed if
 * Strapi uses another copy of `@strapi/utils`: Strapi then does not recognize the class and would answer 500.
 */
export const fieldRefused = (path: string[], message: string): Error =>
  Object.assign(
    new errors.ValidationError(message, {
      errors: [{ path, message, name: 'ValidationError' }],
    }),
    { status: 400 }
  );

/**
 * An error for a request that cannot be executed now. Without `status: 400`, a Strapi with another copy of
 * `@strapi/utils` would answer 500.
 */
export const requestRefused = (message: string, details: object): Error =>
  Object.assign(new errors.ApplicationError(message, details), { status: 400 });

/** A field in a Strapi error: yup's message and the rejected value. Errors of this plugin have no value. */
interface RefusedField extends FieldError {
  value?: unknown;
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Renames the fields in a Strapi error, and gives empty fields one common message instead of yup's different ones per
 * type.
 * @param names paths in the request, by attribute
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
  reliesOn: 'the classes of errors of @strapi/utils',
  isPresent: () => hasMethods(errors, ...[...CODES.keys()].map(String)),
};
