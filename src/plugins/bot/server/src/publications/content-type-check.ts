import type { Core, Schema, UID } from '@strapi/strapi';

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
const DEMANDS: Record<string, Demand> = {
  title: { types: ['string', 'text'] },
  slug: { types: ['uid', 'string'] },
  body: { types: ['richtext', 'text'] },
  media: {
    types: ['media'],
    fault: ({ multiple }) => (multiple === true ? undefined : 'takes one file only'),
  },
};

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

/** One line that names every field of a content type that cannot hold publications, if there is any. */
export const faultOfPublicationType = (
  strapi: Core.Strapi,
  uid: UID.Schema
): string | undefined => {
  const type: Schema.ContentType | undefined =
    strapi.contentTypes[uid as keyof typeof strapi.contentTypes];
  if (type === undefined) {
    return `there is no content type ${uid} (setting "contentType")`;
  }
  const attributes = type.attributes as Record<string, Attribute>;
  const faults = Object.entries(DEMANDS).flatMap(([name, demand]) => {
    const fault = faultOf(attributes[name], demand);
    return fault === undefined ? [] : [`${name} ${fault}`];
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
export const assertPublicationType = (strapi: Core.Strapi, uid: UID.Schema): void => {
  const fault = faultOfPublicationType(strapi, uid);
  if (fault !== undefined) {
    throw new Error(`bot plugin: ${fault}`);
  }
};
