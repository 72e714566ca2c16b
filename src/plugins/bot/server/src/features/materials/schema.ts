import { uploadTexts, type FieldError } from '@fleet-bot/protocol';

import type { ReceivedForm } from '../../core/http';
import { createValidator, fieldsInvalid } from '../../core/protocol/validate';

import type { NewMaterial } from './writer';

const validateTextFields = createValidator(uploadTexts);

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
  // Checked here, because the schema ignores a field named `__proto__`.
  for (const field of new Set(names.filter((name) => !Object.hasOwn(uploadTexts.shape, name)))) {
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
  if (errors.length > 0 || file === undefined) throw fieldsInvalid(errors);
  const fields = validateTextFields(
    Object.fromEntries(form.fields.map(({ field, value }) => [field, value]))
  );
  return { ...fields, bytes: file.bytes, fileName: file.name };
};
