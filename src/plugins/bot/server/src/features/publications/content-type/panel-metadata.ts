import type { Schema } from '@strapi/strapi';
import _ from 'lodash';

import { PLUGIN_ID } from '../../../core/constants';

/** The attributes that hold a publication, by what they hold. */
type Attributes = Record<'title' | 'slug' | 'body' | 'media', string> & {
  /** What the panel's own field for the text has to know; see `features/writing/`. */
  language?: string;
  addresses?: string;
  hasPreview?: boolean;
};

/** Tells the panel, by `pluginOptions`, which type holds publications and in which attributes. */
export const tellPanel = (contentType: Schema.ContentType, attributes: Attributes): void => {
  const told = { [PLUGIN_ID]: { attributes } };
  contentType.pluginOptions = _.merge({}, contentType.pluginOptions, told);
};
