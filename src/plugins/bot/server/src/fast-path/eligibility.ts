import type { Core, Schema, UID } from '@strapi/strapi';
import { contentTypes } from '@strapi/utils';

import { isLocalized } from '../publications';

/** Attribute types whose column holds the value as it is. */
const ELIGIBLE = new Set(['string', 'text', 'richtext', 'uid', 'enumeration', 'datetime']);
/** Rules that are left to Strapi's validator. */
const STRAPIS_RULES = ['regex', 'unique', 'min', 'max'];
/** Relations that every type has: two columns, and one for translations. */
const BUILT_IN = new Set(['createdBy', 'updatedBy', 'localizations']);

export interface Attribute {
  type: string;
  required?: boolean;
  multiple?: boolean;
  minLength?: number;
  maxLength?: number;
  enum?: string[];
  target?: string;
  relation?: string;
  inversedBy?: string;
  mappedBy?: string;
}
type Attributes = Record<string, Attribute>;

const RELATIONS = new Set(['oneToOne', 'oneToMany', 'manyToOne', 'manyToMany']);

/** The attributes of a type, by their names. */
export const attributesOf = (strapi: Core.Strapi, uid: UID.Schema): Attributes =>
  strapi.getModel(uid).attributes;

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
  isOneRow(strapi, attribute.target as UID.Schema);

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
  return ELIGIBLE.has(attribute.type) && STRAPIS_RULES.every((rule) => !(rule in attribute));
};

const relatesTo = (uid: string, { attributes }: { attributes: unknown }): boolean =>
  Object.values(attributes as Attributes).some(({ target }) => target === uid);

/**
 * Whether an entry of a type can be no more than a row with plain columns, and links to files and to
 * records of one row each, to which nothing else relates. Relations of other kinds, translations,
 * workflows and the like make it more than that. Components do where an entry has some: that is
 * looked at in each call.
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

/** What Strapi takes for a `uid`. */
const UID_VALUE = /^[A-Za-z0-9-_.~]*$/;

const isSurelyValidText = (
  { type, required, minLength = 0, maxLength = Infinity, enum: allowed }: Attribute,
  text: string,
  isDraft: boolean
): boolean =>
  text.length <= maxLength &&
  (isDraft || (text.length >= minLength && !(required === true && text === ''))) &&
  (type !== 'uid' || UID_VALUE.test(text)) &&
  (allowed === undefined || allowed.includes(text));

/**
 * Whether Strapi's validator would let these values of an eligible type pass, without asking it: it
 * builds a schema for each call. False means no more than that it has to be asked.
 */
export const isSurelyValid = (
  type: { attributes: unknown },
  values: Record<string, unknown>,
  { isDraft }: { isDraft: boolean }
): boolean =>
  Object.entries(type.attributes as Attributes)
    .filter(([, attribute]) => ELIGIBLE.has(attribute.type))
    .every(([name, attribute]) => {
      const value = values[name];
      if (value === undefined || value === null) {
        return isDraft || attribute.required !== true;
      }
      if (attribute.type === 'datetime') {
        return value instanceof Date;
      }
      return typeof value === 'string' && isSurelyValidText(attribute, value, isDraft);
    });
