import { z } from '@strapi/utils';

import type { ReceivedForm } from '../../core/http';
import { protocolError, type FieldError } from '../../core/protocol/errors';
import { storableText } from '../../core/protocol/text/storable-text';
import { createValidator, MUST_BE_OBJECT } from '../../core/protocol/validate';

import { isFetchable } from '../fetch-by-address/open';
import type { NewMaterial } from './writer';

/** Characters of a name. */
export const NAME_LENGTH = 255;
/** Characters of an alternative text, or of a caption. */
export const TEXT_LENGTH = 2_000;

/** A text of at most so many characters. */
export const boundedText = (field: string, length: number) =>
  storableText(field).pipe(
    z.string().max(length, `${field} must have at most ${length} characters`)
  );

/** A SHA-256 in hexadecimal digits. */
export const digest = (field: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/i, `${field} must be 64 hexadecimal digits`)
    .toLowerCase();

const textFields = {
  name: boundedText('name', NAME_LENGTH).optional(),
  alternativeText: boundedText('alternativeText', TEXT_LENGTH).optional(),
  caption: boundedText('caption', TEXT_LENGTH).optional(),
  sha256: digest('sha256').optional(),
};

const fieldsSchema = z.strictObject(textFields);
/** Validates the texts that come with a file. */
export const validateTextFields = createValidator(fieldsSchema);

const problemsOf = ({ files, fields }: ReceivedForm): FieldError[] => {
  const problems: FieldError[] = [];
  const wrongFiles = files.filter(({ field }) => field !== 'file').map(({ field }) => field);
  for (const field of new Set(wrongFiles)) {
    problems.push({ path: [field], message: `${field} is not a known file part` });
  }
  const count = files.length - wrongFiles.length;
  if (count !== 1) {
    problems.push({
      path: ['file'],
      message: `There must be exactly one file part named file, not ${count}`,
    });
  }
  const names = fields.map(({ field }) => field);
  // Not left to the schema, which passes over a field called __proto__.
  for (const field of new Set(names.filter((name) => !Object.hasOwn(fieldsSchema.shape, name)))) {
    problems.push({ path: [field], message: `${field} is not a known text part` });
  }
  for (const field of new Set(names.filter((name, index) => names.indexOf(name) !== index))) {
    problems.push({ path: [field], message: `${field} must be given once` });
  }
  return problems;
};

/**
 * Validates the form of `POST /materials`: exactly one file part `file`, and optional text
 * parts `name`, `alternativeText`, `caption` and `sha256`.
 * @throws `invalid-request` naming each part that is wrong
 */
export const validateMaterial = (form: ReceivedForm): NewMaterial => {
  const errors = problemsOf(form);
  const file = form.files[0]?.file;
  if (errors.length > 0 || file === undefined) {
    throw protocolError('invalid-request', { message: errors[0]?.message, details: { errors } });
  }
  const fields = validateTextFields(
    Object.fromEntries(form.fields.map(({ field, value }) => [field, value]))
  );
  return { ...fields, bytes: file.bytes, fileName: file.name };
};

const ADDRESS_LENGTH = 2_048;

/** Validates the JSON body of `POST /materials`: an address, and what is said of the file at it. */
export const validateAddressedMaterial = createValidator(
  z.strictObject(
    {
      url: z
        .string()
        .max(ADDRESS_LENGTH, `url must have at most ${ADDRESS_LENGTH} characters`)
        .refine(
          (url) => URL.canParse(url) && isFetchable(new URL(url)),
          'url must be an address that begins with http:// or https://, without a user'
        )
        .transform((url) => new URL(url)),
      ...textFields,
    },
    MUST_BE_OBJECT
  )
);
