import type { Core } from '@strapi/strapi';

import { origins } from './environment/read';
import { fileOrigins, uploadMaxBytes } from './environment/uploads';

// A body of 1 MiB can take six times that as JSON, when every character is escaped.
const JSON_LIMIT = '8mb';

export default (): Core.Config.Middlewares => {
  const fileSources = ["'self'", 'data:', 'blob:', ...fileOrigins()];
  return [
    'strapi::logger',
    'strapi::errors',
    'global::stopped-downloads',
    // Before all that a page which is there already does without.
    'global::kept-answers',
    {
      name: 'strapi::security',
      config: {
        contentSecurityPolicy: {
          useDefaults: true,
          directives: {
            'connect-src': ["'self'", 'https:', ...fileOrigins()],
            'img-src': [...fileSources, 'https://market-assets.strapi.io'],
            'media-src': fileSources,
            // A site is first tried over plain HTTP; Strapi's own default.
            upgradeInsecureRequests: null,
          },
        },
      },
    },
    // Closed to other origins unless opened: the panel is served from the site's own, a bot is no browser.
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
