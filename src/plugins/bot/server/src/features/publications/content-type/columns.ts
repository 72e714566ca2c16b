import type { Core, Schema } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../../core/config';
import { PLUGIN_ID } from '../../../core/constants';
import { columnNameOf } from '../../../core/strapi/database/column-name';

/** Columns of a publication in the configured content type. Media have none: they are links to files. */
export const fieldColumns = (strapi: Core.Strapi) => {
  const { contentType, attributes } = botConfig(strapi);
  const columnOf = (name: string): string => columnNameOf(strapi, contentType, name);
  return {
    title: columnOf(attributes.title),
    slug: columnOf(attributes.slug),
    body: columnOf(attributes.body),
  };
};

/** Names of the attributes of a publication, keyed by role. */
type Attributes = Record<'title' | 'slug' | 'body' | 'media', string> & {
  /** Options for the panel's custom text field; see `features/writing/`. */
  language?: string;
  addresses?: string;
  hasPreview?: boolean;
};

/** Sets `pluginOptions` of the content type, from which the panel knows the type and attributes of publications. */
export const setPanelLabels = (contentType: Schema.ContentType, attributes: Attributes): void => {
  const pluginOptions = { [PLUGIN_ID]: { attributes } };
  contentType.pluginOptions = _.merge({}, contentType.pluginOptions, pluginOptions);
};
