import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';

/**
 * Gives the site's HTTP server the times that uploads and load balancers need: those of Node cut a
 * long upload after five minutes, and close a connection before a load balancer does. What the site
 * has set itself stays: in `server.http.serverOptions`, or on the server, as `src/index.ts` may.
 * To be called in register(), which comes before the site's own.
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
