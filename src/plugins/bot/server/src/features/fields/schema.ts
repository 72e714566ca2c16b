import {
  isLongerThan,
  materialReference,
  oneLine,
  storableText,
  type FieldValues,
} from '@fleet-bot/protocol';
import { z } from 'zod';

import type { ColumnField, ColumnType, Field } from './plan';

/** A reference to a record of another type: slug, ID or name, or an object as in answers. */
export type RelationReference = string | { id: string };

/** Range of an integer column. */
const INTEGER = { least: -(2 ** 31), most: 2 ** 31 - 1 };
/** Maximum number of characters of a `string` column, a `varchar(255)`. */
const STRING_LENGTH = 255;
/** Maximum number of elements of a relation or media field. */
const MOST = 100;
const ID_LENGTH = 64;

const text = ({ name, type, rules }: ColumnField) => {
  const most = rules.maxLength ?? (type === 'string' ? STRING_LENGTH : Infinity);
  return storableText(name)
    .transform((value) => (type === 'string' ? oneLine(value) : value))
    .refine((value) => !isLongerThan(value, most), `${name} must have at most ${most} characters`);
};

const number = ({ name, rules }: ColumnField) =>
  z
    .number({ error: `${name} must be a number` })
    .min(rules.min ?? -Infinity, `${name} must be at least ${rules.min}`)
    .max(rules.max ?? Infinity, `${name} must be at most ${rules.max}`);

const COLUMNS: Record<ColumnType, (field: ColumnField) => z.ZodType> = {
  string: text,
  text,
  richtext: text,
  email: (field) => text(field).pipe(z.email(`${field.name} must be an email address`)),
  integer: (field) =>
    number(field).pipe(
      z
        .number()
        .int(`${field.name} must be a whole number`)
        .min(INTEGER.least, `${field.name} is too small`)
        .max(INTEGER.most, `${field.name} is too large`)
    ),
  float: number,
  decimal: number,
  boolean: ({ name }) => z.boolean({ error: `${name} must be true or false` }),
  date: ({ name }) => z.iso.date(`${name} must be a date, such as 2030-01-31`),
  datetime: ({ name }) =>
    z.iso
      .datetime({
        offset: true,
        error: `${name} must be a time with an offset, such as 2030-01-31T08:00:00+01:00`,
      })
      .transform((value) => new Date(value)),
  enumeration: ({ name, rules }) =>
    z.enum(rules.enum ?? [], { error: `${name} must be one of ${rules.enum?.join(', ')}` }),
  json: ({ name }) =>
    z
      .json({ error: `${name} must be JSON` })
      // PostgreSQL rejects NUL characters anywhere in JSON.
      .refine((value) => !JSON.stringify(value).includes('\\u0000'), {
        error: `${name} must not contain a NUL character`,
      }),
};

const columnOf = (field: ColumnField): z.ZodType => COLUMNS[field.type](field).nullable();

const related = z.union(
  [
    storableText('it')
      .transform((name) => oneLine(name).trim())
      .pipe(z.string().min(1).max(STRING_LENGTH)),
    z.object({ id: z.string().min(1).max(ID_LENGTH) }).transform(({ id }) => ({ id })),
  ],
  { error: 'must be a slug, an id or a name, or an object with the id' }
);

const several = (name: string, element: z.ZodType) =>
  z
    .array(element, { error: `${name} must be an array` })
    .max(MOST, `${name} must have at most ${MOST} elements`);

const schemaOf = (field: Field): z.ZodType => {
  switch (field.kind) {
    case 'column':
      return columnOf(field);
    case 'media':
      return (field.many ? several(field.name, materialReference) : materialReference).nullable();
    case 'relation':
      return (field.many ? several(field.name, related) : related).nullable();
    case 'component':
      return z
        .strictObject(Object.fromEntries(field.parts.map((part) => [part.name, columnOf(part)])), {
          error: (issue) =>
            issue.code === 'invalid_type' ? `${field.name} must be an object` : undefined,
        })
        .partial()
        .nullable();
  }
};

/** Creates the schema of `fields` in a request from the content type. */
export const createFieldsSchema = (fields: Field[]): z.ZodType<FieldValues> =>
  z
    .strictObject(Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])), {
      error: (issue) => (issue.code === 'invalid_type' ? 'fields must be an object' : undefined),
    })
    .partial();
