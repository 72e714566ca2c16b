import { documentId, type ErrorCode, type FieldError } from '@fleet-bot/protocol';
import _ from 'lodash';
import type { z } from 'zod';

import { protocolError, type ProtocolError } from './errors';

/** An `invalid-request` error for invalid fields, with the message of the first field error. */
export const fieldsInvalid = (errors: FieldError[]): ProtocolError =>
  protocolError('invalid-request', { message: errors[0]?.message, details: { errors } });

/** An `invalid-request` error for one top-level field. */
export const fieldInvalid = (field: string, message: string): ProtocolError =>
  fieldsInvalid([{ path: [field], message }]);

const WRAPPED = '. Send the fields at the top level, not inside "data"';

/**
 * Creates a validator for a schema.
 * @returns a function that throws `invalid-request` with an entry in `details.errors` for each invalid field
 */
export const createValidator =
  <Schema extends z.ZodType>(schema: Schema) =>
  (value: unknown): z.output<Schema> => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const errors = result.error.issues.flatMap((issue): FieldError[] => {
      const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
      return issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            path: [...path, key],
            message: `${key} is not a known field${path.length === 0 && key === 'data' ? WRAPPED : ''}`,
          }))
        : [{ path, message: issue.message }];
    });
    // The wrapper explains the missing fields, so its message comes first.
    throw fieldsInvalid(_.sortBy(errors, ({ path }) => path.join() !== 'data'));
  };

/** Creates a validator for the `:id` in a path. An invalid ID is answered like an unknown one. */
const createIdValidator =
  (notFound: ErrorCode) =>
  (id: string | undefined): string => {
    const { success, data } = documentId.safeParse(id);
    if (!success) throw protocolError(notFound);
    return data;
  };

/** Validates the ID of a publication. @throws `publication-not-found` */
export const validatePublicationId = createIdValidator('publication-not-found');

/** Validates the ID of a material. @throws `material-not-found` */
export const validateMaterialId = createIdValidator('material-not-found');
