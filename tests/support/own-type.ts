import type { Core } from '@strapi/strapi';

import { addComponent, addContentType, beforeRegister } from './content-types';
import { startSite, type Site } from './site';

/** The type of a site that called everything otherwise before there was a bot. */
export const STORY = 'api::story.story';

type Attributes = Record<string, object>;

/** What the setting `attributes` takes. */
export interface FieldNames {
  title?: string;
  slug?: string;
  body?: string;
  media?: string;
}

/** A site whose publications are stories, which have these attributes. */
export const startSiteOfStories = (
  attributes: Attributes,
  names: FieldNames,
  components: Record<string, Attributes> = {},
  env: Record<string, string> = {}
): Promise<Site> =>
  startSite({
    env,
    config: (strapi: Core.Strapi) =>
      beforeRegister(strapi, () => {
        for (const [uid, parts] of Object.entries(components)) {
          addComponent(strapi, uid, parts);
        }
        addContentType(strapi, 'story', attributes, { draftAndPublish: true });
        strapi.config.set('plugin::bot.contentType', STORY);
        strapi.config.set('plugin::bot.fields', {});
        for (const [field, name] of Object.entries(names)) {
          strapi.config.set(`plugin::bot.attributes.${field}`, name);
        }
      }),
  });
