import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from './constants';

/** Creates a getter for a service of a site, by its registered name. */
export const serviceOf = <Create extends (...context: never[]) => object>(name: string) => {
  // Cached, because Strapi searches registries for a service and a request needs twenty.
  const known = new WeakMap<Core.Strapi, ReturnType<Create>>();
  return (strapi: Core.Strapi): ReturnType<Create> => {
    const found = known.get(strapi);
    if (found !== undefined) return found;
    const service: ReturnType<Create> = strapi.plugin(PLUGIN_ID).service(name);
    known.set(strapi, service);
    return service;
  };
};
