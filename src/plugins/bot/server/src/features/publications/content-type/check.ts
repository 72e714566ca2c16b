import type { Core, Schema } from '@strapi/strapi';

import { botConfig, type BotConfig } from '../../../core/config';
import type { Attribute, Attributes } from '../../../core/database/rows/entity';
import { planFields } from '../../fields';

type Field = keyof BotConfig['attributes'];

/** What each part of a publication can be stored in. A short string would cut a text. */
const TYPES: Record<Field, string[]> = {
  title: ['string', 'text'],
  slug: ['uid', 'string'],
  body: ['richtext', 'text', 'blocks'],
  media: ['media'],
};

const FIELDS = Object.keys(TYPES) as Field[];

/** Strapi knows what a custom field stands for once all plugins are registered. */
const NOT_KNOWN_YET = 'customField';

/** Editors that store HTML in what Strapi takes for rich text. What the bot sends is Markdown, and would be shown unread. */
const HTML_EDITOR = /ckeditor|tinymce|quill|tiptap|froala|jodit|html/i;

const faultOf = (attribute: Attribute | undefined, types: string[]): string | undefined => {
  if (attribute === undefined) {
    return 'is missing';
  }
  const { customField = '' } = attribute;
  if (types.includes('richtext') && HTML_EDITOR.test(customField)) {
    return `is edited as HTML (${customField}), and must be Markdown or blocks`;
  }
  return [NOT_KNOWN_YET, ...types].includes(attribute.type)
    ? undefined
    : `is of the type ${attribute.type}, and must be ${types.join(' or ')}`;
};

/** Where the site gave a field a name of its own, its part in a publication is said too. */
const called = (name: string, field: string): string =>
  name === field ? name : `${name} (the ${field})`;

/** One line that names every field of the configured content type that cannot hold publications. */
const faultOfPublicationType = (strapi: Core.Strapi): string | undefined => {
  const { contentType: uid, attributes: names } = botConfig(strapi);
  const type: Schema.ContentType | undefined = strapi.contentTypes[uid];
  if (type === undefined) {
    return `there is no content type ${uid} (setting "contentType")`;
  }
  const attributes = type.attributes as Attributes;
  const faults = FIELDS.flatMap((field) => {
    const name = names[field];
    const fault = faultOf(attributes[name], TYPES[field]);
    return fault === undefined ? [] : [`${called(name, field)} ${fault}`];
  });
  if (type.options?.draftAndPublish !== true) {
    faults.push('draft and publish is off');
  }
  faults.push(...planFields(strapi).faults);
  return faults.length > 0 ? `${uid} cannot hold publications: ${faults.join('; ')}` : undefined;
};

/**
 * Checks that the configured content type can hold publications: at `register`, before the database is
 * touched, and at `bootstrap`, when the site may have changed it.
 * @throws Error in one line that names every field that does not fit
 */
export const assertPublicationType = (strapi: Core.Strapi): void => {
  const fault = faultOfPublicationType(strapi);
  if (fault !== undefined) {
    throw new Error(`bot plugin: ${fault}`);
  }
};

/** Logs further required attributes: the bot cannot fill them in, so an editor must before publishing. */
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
      `bot plugin: ${contentType} requires ${required.join(', ')}: ` +
        'what the bot creates is refused on publish until an editor has filled that in'
    );
  }
};
