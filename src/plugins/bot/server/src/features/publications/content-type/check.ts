import type { Core, Schema } from '@strapi/strapi';

import { botConfig, type BotConfig } from '../../../core/config';
import type { Attribute, Attributes } from '../../../core/database/rows/entity';
import { planFields } from '../../fields';

type Field = keyof BotConfig['attributes'];

/** Strapi's attribute types that each field of a publication may have. A body cannot be a `string`, which is too short. */
const TYPES: Record<Field, string[]> = {
  title: ['string', 'text'],
  slug: ['uid', 'string'],
  body: ['richtext', 'text', 'blocks'],
  media: ['media'],
};

const FIELDS = Object.keys(TYPES) as Field[];

/** The type of a custom field until Strapi resolves it after the registration of all plugins. */
const NOT_KNOWN_YET = 'customField';

/** Custom fields that store HTML in a rich text attribute. They would show the bot's Markdown as plain text. */
const HTML_EDITOR = /ckeditor|tinymce|quill|tiptap|froala|jodit|html/i;

const faultOf = (attribute: Attribute | undefined, types: string[]): string | undefined => {
  if (attribute === undefined) return 'is missing';
  const { customField = '' } = attribute;
  if (types.includes('richtext') && HTML_EDITOR.test(customField)) {
    return `is edited as HTML (${customField}), but must be Markdown or blocks`;
  }
  return [NOT_KNOWN_YET, ...types].includes(attribute.type)
    ? undefined
    : `has the type ${attribute.type}, but must be ${types.join(' or ')}`;
};

/**
 * The name of an attribute, with the publication's field if the site names the attribute differently: `headline (the
 * title)`.
 */
const called = (name: string, field: string): string =>
  name === field ? name : `${name} (the ${field})`;

/** All reasons why the configured content type cannot hold publications, in one line; undefined if it can. */
const faultOfPublicationType = (strapi: Core.Strapi): string | undefined => {
  const { contentType: uid, attributes: names } = botConfig(strapi);
  const type: Schema.ContentType | undefined = strapi.contentTypes[uid];
  if (type === undefined)
    return `the content type ${uid} does not exist. Check the setting "contentType"`;
  const attributes = type.attributes as Attributes;
  const faults = FIELDS.flatMap((field) => {
    const name = names[field];
    const fault = faultOf(attributes[name], TYPES[field]);
    return fault === undefined ? [] : [`${called(name, field)} ${fault}`];
  });
  if (type.options?.draftAndPublish !== true) {
    faults.push('Draft & Publish is disabled');
  }
  faults.push(...planFields(strapi).faults);
  return faults.length > 0 ? `${uid} cannot hold publications: ${faults.join('; ')}` : undefined;
};

/**
 * Checks that the configured content type can hold publications: in `register`, before the first use of the database,
 * and in `bootstrap`, because the site may change the type in between.
 * @throws Error in one line with every unsuitable field
 */
export const assertPublicationType = (strapi: Core.Strapi): void => {
  const fault = faultOfPublicationType(strapi);
  if (fault !== undefined) throw new Error(`bot plugin: ${fault}`);
};

/**
 * Logs required attributes that the bot cannot set and that have no default value: an editor must set them before
 * publishing.
 */
export const warnOfRequiredAttributes = (strapi: Core.Strapi): void => {
  const { contentType, attributes: names } = botConfig(strapi);
  const fields = planFields(strapi).fields.map(({ attribute }) => attribute);
  const own = new Set([...Object.values(names), ...fields]);
  const { attributes } = strapi.getModel(contentType);
  const required = Object.entries(attributes as Attributes)
    .filter(([name, attribute]) => attribute.required === true && !own.has(name))
    .filter(([, attribute]) => attribute.default === undefined)
    .map(([name]) => name);
  if (required.length > 0) {
    strapi.log.warn(
      `bot plugin: ${contentType} requires ${required.join(', ')}. ` +
        'The bot cannot set these fields, so it cannot publish a work before an editor has filled them in'
    );
  }
};
