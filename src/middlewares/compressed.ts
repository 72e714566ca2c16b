import { constants } from 'node:zlib';

import type { Core } from '@strapi/strapi';

/** Bytes below which compression saves nothing that counts. */
const THRESHOLD = 1024;
/** A level of Brotli that costs a request less than its reader gains. */
const QUALITY = 4;

/** Strapi's own compression, for routes that readers ask: the bot's and the panel's stay as they are. */
const compressed: Core.MiddlewareFactory = (_config, { strapi }) => {
  const compression = strapi.middleware('strapi::compression');
  const br = { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } };
  return compression({ threshold: THRESHOLD, br }, { strapi });
};

export default compressed;
