import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from './constants';

/** Makes the function that gives a service of a site, by the name under which its feature brings it. */
export const serviceOf = <Create extends (...given: never[]) => object>(name: string) => {
  // Strapi looks through registries for it, and a request asks for twenty.
  const known = new WeakMap<Core.Strapi, ReturnType<Create>>();
  return (strapi: Core.Strapi): ReturnType<Create> => {
    const found = known.get(strapi);
    if (found !== undefined) return found;
    const service: ReturnType<Create> = strapi.plugin(PLUGIN_ID).service(name);
    known.set(strapi, service);
    return service;
  };
};
