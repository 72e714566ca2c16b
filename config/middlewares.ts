import type { Core } from '@strapi/strapi';

import { origins } from './environment/read';
import { fileOrigins, uploadMaxBytes } from './environment/uploads';

// A body of 1 MiB can need six times that as JSON, if every character is escaped.
const JSON_LIMIT = '8mb';

export default (): Core.Config.Middlewares => {
  const fileSources = ["'self'", 'data:', 'blob:', ...fileOrigins()];
  return [
    'strapi::logger',
    'strapi::errors',
    // The page cache comes before all middlewares that a cached page does not need.
    'global::page-cache',
    {
      name: 'strapi::security',
      config: {
        contentSecurityPolicy: {
          useDefaults: true,
          directives: {
            'connect-src': ["'self'", 'https:', ...fileOrigins()],
            'img-src': [...fileSources, 'https://market-assets.strapi.io'],
            'media-src': fileSources,
            // Strapi's own default: a new site is first opened over plain HTTP.
            upgradeInsecureRequests: null,
          },
        },
      },
    },
    // Other origins are forbidden unless configured: the panel has the site's own origin, and a bot is not a browser.
    'global::no-empty-origin',
    { name: 'strapi::cors', config: { origin: origins('CORS_ORIGINS') } },
    'strapi::query',
    {
      name: 'strapi::body',
      config: {
        jsonLimit: JSON_LIMIT,
        formLimit: JSON_LIMIT,
        textLimit: JSON_LIMIT,
        formidable: { maxFileSize: uploadMaxBytes() },
      },
    },
    'strapi::session',
    'global::compressed-files',
    'strapi::favicon',
    'strapi::public',
    'global::missing-page',
  ];
};
