import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from './constants';

/** Makes the function that gives a service of a site, by the name under which its feature brings it. */
export const serviceOf =
  <Create extends (...given: never[]) => object>(name: string) =>
  (strapi: Core.Strapi): ReturnType<Create> =>
    strapi.plugin(PLUGIN_ID).service(name);
