import type { Core, Schema } from '@strapi/strapi';

import { botConfig, type BotConfig } from '../../config';

type Field = keyof BotConfig['attributes'];

interface Attribute {
  type: string;
  multiple?: boolean;
}

interface Demand {
  types: string[];
  /** Said of an attribute that has the right type and does not fit for all that. */
  fault?: (attribute: Attribute) => string | undefined;
}

/**
 * What each part of a publication can be stored in. A short string would cut a text, and blocks
 * are no Markdown: both would lose what the bot has sent.
 */
const DEMANDS: Record<Field, Demand> = {
  title: { types: ['string', 'text'] },
  slug: { types: ['uid', 'string'] },
  body: { types: ['richtext', 'text'] },
  media: {
    types: ['media'],
    fault: ({ multiple }) => (multiple === true ? undefined : 'takes one file only'),
  },
};

const FIELDS = Object.keys(DEMANDS) as Field[];

/** Strapi knows what a custom field stands for once all plugins are registered. */
const NOT_KNOWN_YET = 'customField';

const faultOf = (
  attribute: Attribute | undefined,
  { types, fault }: Demand
): string | undefined => {
  if (attribute === undefined) {
    return 'is missing';
  }
  if (attribute.type === NOT_KNOWN_YET) {
    return undefined;
  }
  return types.includes(attribute.type)
    ? fault?.(attribute)
    : `is of the type ${attribute.type}, and must be ${types.join(' or ')}`;
};

/** Where the site gave a field a name of its own, its part in a publication is said too. */
const called = (name: string, field: string): string =>
  name === field ? name : `${name} (the ${field})`;

/** One line that names every field of the configured content type that cannot hold publications. */
export const faultOfPublicationType = (strapi: Core.Strapi): string | undefined => {
  const { contentType: uid, attributes: names } = botConfig(strapi);
  const type: Schema.ContentType | undefined =
    strapi.contentTypes[uid as keyof typeof strapi.contentTypes];
  if (type === undefined) {
    return `there is no content type ${uid} (setting "contentType")`;
  }
  const attributes = type.attributes as Record<string, Attribute>;
  const faults = FIELDS.flatMap((field) => {
    const name = names[field];
    const fault = faultOf(attributes[name], DEMANDS[field]);
    return fault === undefined ? [] : [`${called(name, field)} ${fault}`];
  });
  if (type.options?.draftAndPublish !== true) {
    faults.push('draft and publish is off');
  }
  return faults.length > 0 ? `${uid} cannot hold publications: ${faults.join('; ')}` : undefined;
};

/**
 * Checks at start that the configured content type can hold publications: when the plugin is
 * registered, before the database is touched, and again when the site may have changed the type.
 * @throws Error in one line that names every field that does not fit
 */
export const assertPublicationType = (strapi: Core.Strapi): void => {
  const fault = faultOfPublicationType(strapi);
  if (fault !== undefined) {
    throw new Error(`bot plugin: ${fault}`);
  }
};
