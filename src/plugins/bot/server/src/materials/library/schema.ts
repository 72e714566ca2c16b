import { z } from '@strapi/utils';

import { protocolError } from '../../protocol/errors';
import { storableText } from '../../protocol/text/storable-text';
import { createValidator } from '../../protocol/validate';
import { NAME_LENGTH, TEXT_LENGTH } from '../schema';

const MATERIAL_ID = /^[a-z0-9]{1,64}$/i;

const text = (field: string) =>
  storableText(field).pipe(
    z.string().max(TEXT_LENGTH, `${field} must have at most ${TEXT_LENGTH} characters`)
  );

/** Validates the body of `PATCH /materials/:id`, a JSON merge patch (RFC 7396). */
export const validateMaterialChange = createValidator(
  z
    .strictObject(
      {
        name: storableText('name')
          .transform((name) => name.trim())
          .pipe(
            z
              .string()
              .min(1, 'name must not be empty')
              .max(NAME_LENGTH, `name must have at most ${NAME_LENGTH} characters`)
          ),
        alternativeText: text('alternativeText').nullable(),
        caption: text('caption').nullable(),
      },
      {
        error: (issue) =>
          issue.code === 'invalid_type' ? 'The body must be a JSON object' : undefined,
      }
    )
    .partial()
);

/**
 * Reads the `:id` of a path. What cannot be an id is the id of no material.
 * @throws `material-not-found`
 */
export const validateMaterialId = (id: string | undefined): string => {
  if (id === undefined || !MATERIAL_ID.test(id)) {
    throw protocolError('material-not-found');
  }
  return id;
};
