import type { Core, Schema, UID } from '@strapi/strapi';
import { contentTypes } from '@strapi/utils';
import _ from 'lodash';

import { attributesOf, type Attribute, type Attributes } from '../../core/database/rows/entity';
import { isLocalized } from '../../core/strapi/locales';

/** Attribute types of one column whose values Strapi checks or stores in a way of its own: each is left to it. */
const STRAPIS_OWN = new Set(['email', 'biginteger', 'time', 'timestamp', 'password', 'blocks']);
/** Relations that every type has: two columns, and one for translations. */
const BUILT_IN = new Set(['createdBy', 'updatedBy', 'localizations']);

const RELATIONS = new Set(['oneToOne', 'oneToMany', 'manyToOne', 'manyToMany']);

/** Whether an attribute is a relation that stands in a table of links. */
export const isLink = (name: string, { type }: Attribute): boolean =>
  type === 'relation' && !BUILT_IN.has(name);

/** Whether an attribute holds components. */
export const isComponent = ({ type }: Attribute): boolean =>
  type === 'component' || type === 'dynamiczone';

/** Whether the records of a type are one row each, so that a link to one leads to it for good. */
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

/** What Strapi takes for a `uid`. */
const UID_VALUE = /^[A-Za-z0-9-_.~]*$/;
/** What Strapi takes for a `date`. */
const DATE_VALUE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/;
/** Characters of a `string` for which its attribute has no rule. */
const STRING_LENGTH = 255;

/** Whether Strapi would take a value for an attribute, and store it as it is; false if it has to be asked. */
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

/** A rule may be said as a text, which only Strapi can read: nothing compares with what is no number. */
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
  // Of a bare text, databases do not agree whether it is read as JSON once more.
  json: (_attribute, value) => typeof value === 'object',
};

const isEligibleAttribute = (strapi: Core.Strapi, name: string, attribute: Attribute): boolean => {
  if (BUILT_IN.has(name)) {
    return true;
  }
  if (attribute.type === 'media' || isComponent(attribute)) {
    return attribute.required !== true;
  }
  if (isLink(name, attribute)) {
    return attribute.required !== true && isEligibleLink(strapi, attribute);
  }
  return attribute.type in SURE || STRAPIS_OWN.has(attribute.type);
};

/** Whether a value of a type is read from its column as `core/database/rows/entity.ts` reads it. */
export const isRead = (type: string): boolean =>
  type in SURE || type === 'increments' || type === 'biginteger';

/** Whether the values of a type all stand in columns of its own row. */
export const isPlainType = (strapi: Core.Strapi, uid: UID.Schema): boolean =>
  Object.values(attributesOf(strapi, uid)).every(
    ({ type }) => type in SURE || STRAPIS_OWN.has(type)
  );

const relatesTo = (uid: string, { attributes }: { attributes: unknown }): boolean =>
  Object.values(attributes as Attributes).some(({ target }) => target === uid);

/**
 * Whether an entry of a type can be no more than a row with plain columns, and links to files and to
 * records of one row each, to which nothing else relates. Relations of other kinds, translations,
 * workflows and the like make it more than that. Components do where an entry has some that are not
 * plain: that is looked at in each call.
 */
export const isEligibleType = (strapi: Core.Strapi, uid: string): boolean => {
  const types: Schema.ContentType[] = Object.values(strapi.contentTypes);
  const type = types.find((candidate) => candidate.uid === uid);
  if (type === undefined) {
    return false;
  }
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

/** The attributes of a type that are values. */
const valuesIn = _.memoize((attributes: Attributes) =>
  Object.entries(attributes).filter(([, { type }]) => type in SURE || STRAPIS_OWN.has(type))
);
valuesIn.cache = new WeakMap();

/**
 * Whether Strapi's validator would let these values of an eligible type pass, without asking it: it
 * builds a schema for each call. False means no more than that it has to be asked.
 * @param checked the attribute of which the caller itself sees to it that no other entry has its value
 */
export const areSurelyValid = (
  type: { attributes: unknown },
  values: Record<string, unknown>,
  { isDraft, checked }: { isDraft: boolean; checked: string }
): boolean =>
  valuesIn(type.attributes as Attributes).every(([name, attribute]) => {
    const value = values[name];
    if (value === undefined || value === null) {
      return isDraft || attribute.required !== true;
    }
    const isUnique = attribute.unique === true || attribute.type === 'uid';
    return (
      (isDraft || !isUnique || name === checked) &&
      (SURE[attribute.type]?.(attribute, value, isDraft) ?? false)
    );
  });
