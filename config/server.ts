import type { Core } from '@strapi/strapi';

import { choice, flag, integer, list, required, text, webAddress } from './environment/read';

const LOG_LEVELS = ['error', 'warn', 'info', 'http', 'debug'] as const;

export default (): Core.Config.Server => {
  required('APP_KEYS');
  return {
    host: text('HOST', '0.0.0.0'),
    port: integer('PORT', 1337, 0, 65535),
    url: webAddress('PUBLIC_URL'),
    proxy: {
      koa: flag('TRUST_PROXY', false),
      // Counted from the end of X-Forwarded-For: what stands before, any client can have written.
      maxIpsCount: integer('TRUST_PROXY_HOPS', 1, 1, 10),
    },
    app: { keys: list('APP_KEYS') },
    dirs: { public: text('PUBLIC_DIR', './public') },
    logger: {
      config: { level: choice('LOG_LEVEL', LOG_LEVELS, 'http') },
      // `npm start` says itself where everything is, with addresses that open.
      startup: { enabled: process.env.NODE_ENV === 'development' },
      updates: { enabled: false },
    },
  };
};
