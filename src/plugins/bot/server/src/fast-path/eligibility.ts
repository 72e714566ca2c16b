import type { Core, Schema } from '@strapi/strapi';
import { contentTypes } from '@strapi/utils';

import { botConfig } from '../config';
import { isLocalized } from '../publications';

/** Attribute types whose column holds the value as it is. */
const ELIGIBLE = new Set(['string', 'text', 'richtext', 'uid', 'enumeration', 'datetime']);
/** Rules that are left to Strapi's validator. */
const STRAPIS_RULES = ['regex', 'unique', 'min', 'max'];
/** Relations that every type has: two columns, and one for translations. */
const BUILT_IN = new Set(['createdBy', 'updatedBy', 'localizations']);

interface Attribute {
  type: string;
  required?: boolean;
  multiple?: boolean;
  minLength?: number;
  maxLength?: number;
  enum?: string[];
  target?: string;
}
type Attributes = Record<string, Attribute>;

const isEligibleAttribute = (name: string, attribute: Attribute, media: string): boolean => {
  if (BUILT_IN.has(name)) {
    return true;
  }
  return name === media
    ? attribute.type === 'media' && attribute.multiple === true && attribute.required !== true
    : ELIGIBLE.has(attribute.type) && STRAPIS_RULES.every((rule) => !(rule in attribute));
};

const relatesTo = (uid: string, { attributes }: { attributes: unknown }): boolean =>
  Object.values(attributes as Attributes).some(({ target }) => target === uid);

/**
 * Whether an entry of a type is no more than a row with plain columns and links to files in
 * the one field of its media, to which nothing else relates. Components, relations, translations,
 * workflows and the like make it more than that.
 */
export const isEligibleType = (strapi: Core.Strapi, uid: string): boolean => {
  const types: Schema.ContentType[] = Object.values(strapi.contentTypes);
  const { media } = botConfig(strapi).attributes;
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
      isEligibleAttribute(name, attribute, media)
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
