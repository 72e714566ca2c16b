import { z } from '@strapi/utils';

import { isDocumentId } from '../../../core/protocol/document-id';
import { protocolError } from '../../../core/protocol/errors';
import { oneLine } from '../../../core/protocol/text/one-line';
import { storableText } from '../../../core/protocol/text/storable-text';
import { createValidator, MUST_BE_OBJECT } from '../../../core/protocol/validate';
import { boundedText, NAME_LENGTH, TEXT_LENGTH } from '../schema';

/** Validates the body of `PATCH /materials/:id`, a JSON merge patch (RFC 7396). */
export const validateMaterialChange = createValidator(
  z
    .strictObject(
      {
        name: storableText('name')
          .transform((name) => oneLine(name).trim())
          .pipe(
            z
              .string()
              .min(1, 'name must not be empty')
              .max(NAME_LENGTH, `name must have at most ${NAME_LENGTH} characters`)
          ),
        alternativeText: boundedText('alternativeText', TEXT_LENGTH).nullable(),
        caption: boundedText('caption', TEXT_LENGTH).nullable(),
      },
      MUST_BE_OBJECT
    )
    .partial()
);

/**
 * Reads the `:id` of a path. What cannot be an id is the id of no material.
 * @throws `material-not-found`
 */
export const validateMaterialId = (id: string | undefined): string => {
  if (!isDocumentId(id)) {
    throw protocolError('material-not-found');
  }
  return id;
};
