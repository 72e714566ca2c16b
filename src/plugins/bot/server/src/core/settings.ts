import type { Core } from '@strapi/strapi';
import type { z } from '@strapi/utils';

import { PLUGIN_ID } from './constants';

/** Settings of a feature, under their own key in the plugin's configuration. */
export interface Settings<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly schema: Schema;
  readonly default: z.output<Schema>;
  of(strapi: Core.Strapi): z.output<Schema>;
}

/** Defines the settings of a feature. `byDefault` applies if the site does not configure them. */
export const defineSettings = <Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  byDefault: z.output<Schema>
): Settings<Schema> => ({
  name,
  schema,
  default: byDefault,
  of: (strapi) => strapi.config.get(`plugin::${PLUGIN_ID}.${name}`),
});
