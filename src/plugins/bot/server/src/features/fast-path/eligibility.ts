import type { Core, Schema, UID } from '@strapi/strapi';
import { contentTypes, z } from '@strapi/utils';
import _ from 'lodash';

import { type Attribute, type Attributes, attributesOf } from '../../core/database/rows/entity';
import { defineSettings } from '../../core/settings';
import { isLocalized } from '../../core/strapi/locales';

/**
 * Whether the bot's simple publications are written with few statements, under supported versions of Strapi. `false`
 * leaves all writes to Strapi.
 */
export const fastPathSettings = defineSettings('fastPath', z.boolean(), true);

/** Single-column attribute types with special validation or storage, whose values are left to Strapi. */
const STRAPIS_OWN = new Set(['email', 'biginteger', 'time', 'timestamp', 'password', 'blocks']);
/** Names of the relations that Strapi adds to every content type. */
const BUILT_IN = new Set(['createdBy', 'updatedBy', 'localizations']);

const RELATIONS = new Set(['oneToOne', 'oneToMany', 'manyToOne', 'manyToMany']);

/** Whether an attribute is a relation with a link table. */
export const isLink = (name: string, { type }: Attribute): boolean =>
  type === 'relation' && !BUILT_IN.has(name);

/** Whether an attribute contains components. */
export const isComponent = ({ type }: Attribute): boolean =>
  type === 'component' || type === 'dynamiczone';

/** Whether each record of a type has exactly one row, so that a link to it stays valid. */
const isOneRow = (strapi: Core.Strapi, uid: UID.Schema): boolean => {
  const type: Schema.ContentType | undefined =
    strapi.contentTypes[uid as keyof typeof strapi.contentTypes];
  return (
    type !== undefined && !contentTypes.hasDraftAndPublish(type) && !isLocalized(strapi, type.uid)
  );
};

const isEligibleLink = (strapi: Core.Strapi, attribute: Attribute): boolean =>
  RELATIONS.has(attribute.relation ?? '') &&
  attribute.inversedBy === undefined &&
  attribute.mappedBy === undefined &&
  !('useJoinTable' in attribute) &&
  attribute.target !== undefined &&
  isOneRow(strapi, attribute.target);

/** Pattern of values that Strapi accepts for a `uid`. */
const UID_VALUE = /^[A-Za-z0-9-_.~]*$/;
/** Pattern of values that Strapi accepts for a `date`. */
const DATE_VALUE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/;
/** Maximum number of characters of a `string` attribute without its own limit. */
const STRING_LENGTH = 255;

/** Whether Strapi would certainly accept a value and store it unchanged; false if unknown. */
type IsSure = (attribute: Attribute, value: unknown, isDraft: boolean) => boolean;

const isSureText: IsSure = (attribute, value, isDraft) => {
  const { type, required, regex, enum: allowed } = attribute;
  const { minLength = 0, maxLength = type === 'string' ? STRING_LENGTH : Infinity } = attribute;
  return (
    typeof value === 'string' &&
    value.length <= maxLength &&
    (isDraft ||
      (value.length >= minLength && regex === undefined && !(required === true && value === ''))) &&
    (type !== 'uid' || UID_VALUE.test(value)) &&
    (allowed === undefined || allowed.includes(value))
  );
};

/**
 * Returns an attribute's `min` or `max` if it is a number, else NaN: comparisons then fail, and Strapi validates the
 * value.
 */
const numberIn = (rule: unknown): number => (typeof rule === 'number' ? rule : NaN);

const isSureNumber: IsSure = ({ type, min, max }, value) =>
  typeof value === 'number' &&
  (type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
  (min === undefined || value >= numberIn(min)) &&
  (max === undefined || value <= numberIn(max));

const SURE: Record<string, IsSure> = {
  string: isSureText,
  text: isSureText,
  richtext: isSureText,
  uid: isSureText,
  enumeration: isSureText,
  integer: isSureNumber,
  float: isSureNumber,
  decimal: isSureNumber,
  boolean: (_attribute, value) => typeof value === 'boolean',
  date: (_attribute, value) => typeof value === 'string' && DATE_VALUE.test(value),
  datetime: (_attribute, value) => value instanceof Date,
  // Databases differ in whether a plain string is parsed as JSON again.
  json: (_attribute, value) => typeof value === 'object',
};

const isEligibleAttribute = (strapi: Core.Strapi, name: string, attribute: Attribute): boolean => {
  if (BUILT_IN.has(name)) return true;
  if (attribute.type === 'media' || isComponent(attribute)) return attribute.required !== true;
  if (isLink(name, attribute)) {
    return attribute.required !== true && isEligibleLink(strapi, attribute);
  }
  return attribute.type in SURE || STRAPIS_OWN.has(attribute.type);
};

/** Whether `readValue` in `core/database/rows/entity.ts` reads values of a type like Strapi's query engine. */
export const isRead = (type: string): boolean =>
  type in SURE || type === 'increments' || type === 'biginteger';

/** Whether every attribute of a type is stored in a plain column of the type's table. */
export const isPlainType = (strapi: Core.Strapi, uid: UID.Schema): boolean =>
  Object.values(attributesOf(strapi, uid)).every(
    ({ type }) => type in SURE || STRAPIS_OWN.has(type)
  );

const relatesTo = (uid: string, { attributes }: { attributes: unknown }): boolean =>
  Object.values(attributes as Attributes).some(({ target }) => target === uid);

/**
 * Whether the fast path may write a type: entries consist only of a row with plain columns, components, and links to
 * files and single-row records, and no other type relates to them. Types with other relations, translations, workflows
 * or similar features are excluded. Whether an entry's components are plain is checked per call.
 */
export const isEligibleType = (strapi: Core.Strapi, uid: string): boolean => {
  const types: Schema.ContentType[] = Object.values(strapi.contentTypes);
  const type = types.find((candidate) => candidate.uid === uid);
  if (type === undefined) return false;
  const others = [...types.filter((other) => other !== type), ...Object.values(strapi.components)];
  return (
    !isLocalized(strapi, type.uid) &&
    Reflect.get(contentTypes.getOptions(type), 'populateCreatorFields') !== true &&
    !contentTypes.hasFirstPublishedAtField(type) &&
    Object.entries(type.attributes as Attributes).every(([name, attribute]) =>
      isEligibleAttribute(strapi, name, attribute)
    ) &&
    !others.some((other) => relatesTo(uid, other))
  );
};

/** The attributes of a type that are values, not relations, media or components. */
const valuesIn = _.memoize((attributes: Attributes) =>
  Object.entries(attributes).filter(([, { type }]) => type in SURE || STRAPIS_OWN.has(type))
);
valuesIn.cache = new WeakMap();

/**
 * Whether Strapi's validator would certainly accept these values of an eligible type. If false, Strapi must validate.
 * Faster than Strapi, which builds a schema for each call.
 * @param checked unique attribute whose uniqueness the caller checks
 */
export const areKnownValid = (
  type: { attributes: unknown },
  values: Record<string, unknown>,
  { isDraft, checked }: { isDraft: boolean; checked: string }
): boolean =>
  valuesIn(type.attributes as Attributes).every(([name, attribute]) => {
    const value = values[name];
    if (value === undefined || value === null) return isDraft || attribute.required !== true;
    const isUnique = attribute.unique === true || attribute.type === 'uid';
    return (
      (isDraft || !isUnique || name === checked) &&
      (SURE[attribute.type]?.(attribute, value, isDraft) ?? false)
    );
  });
