import type { Schema } from '@strapi/strapi';
import _ from 'lodash';

import { PLUGIN_ID } from '../../../core/constants';

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
