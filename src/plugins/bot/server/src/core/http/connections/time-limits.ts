import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';

/**
 * Sets timeouts of the HTTP server for uploads and load balancers. Node's defaults abort an upload after five minutes
 * and close idle connections before a load balancer does. Runs in `register`, so that the site's `src/index.ts` can
 * change them; `server.http.serverOptions` takes precedence.
 */
export const limitConnectionTime = (strapi: Core.Strapi): void => {
  const { headersSeconds, requestSeconds, keepAliveSeconds } = botConfig(strapi).connections;
  const setBySite: object = strapi.config.get('server.http.serverOptions', {});
  const ofPlugin = {
    headersTimeout: headersSeconds * 1000,
    requestTimeout: requestSeconds * 1000,
    keepAliveTimeout: keepAliveSeconds * 1000,
  };
  const left = Object.entries(ofPlugin).filter(
    ([name]) => Reflect.get(setBySite, name) === undefined
  );
  Object.assign(strapi.server.httpServer, Object.fromEntries(left));
};
