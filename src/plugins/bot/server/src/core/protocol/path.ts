import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../constants';

/** Creates a function that tells whether a path belongs to the protocol. Case-insensitive, like Strapi's router. */
export const createProtocolPathTest = (strapi: Core.Strapi): ((path: string) => boolean) => {
  const root = `${strapi.config.get<string>('api.rest.prefix')}/${PLUGIN_ID}`.toLowerCase();
  return (path) => {
    const lowerCase = path.toLowerCase();
    return lowerCase === root || lowerCase.startsWith(`${root}/`);
  };
};
