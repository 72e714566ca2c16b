import type { Core } from '@strapi/strapi';

import { addComponent, addContentType, beforeRegister } from './content-types';
import { startSite, type Site } from './site';

/** Content type of a site with different names, as before it had a bot. */
export const STORY = 'api::story.story';

type Attributes = Record<string, object>;

/** Value of the setting `attributes`. */
export interface FieldNames {
  title?: string;
  slug?: string;
  body?: string;
  media?: string;
}

/** Starts a site whose publications are stories with the given attributes. */
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
