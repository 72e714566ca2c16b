import { formats, winston } from '@strapi/logger';
import type { Core } from '@strapi/strapi';

import { host, port, siteAddress } from './environment/address';
import { assertSpelling } from './environment/names';
import { choice, flag, integer, list, text } from './environment/read';
import { secret } from './environment/secrets';

const { combine, errors, printf, uncolorize } = winston.format;

/**
 * Log format with one JSON object per line. Writes only selected properties, because an error may have others, such as
 * the values of a statement or the headers of a request.
 */
const jsonLines = () =>
  combine(
    errors({ stack: true }),
    uncolorize(),
    printf(({ level, message, stack, requestId, method, route, path, status, ms, actor }) => {
      const text = typeof message === 'string' ? message : JSON.stringify(message);
      const request = { requestId, method, route, path, status, ms, actor };
      return JSON.stringify({ time: new Date(), level, message: text, stack, ...request });
    })
  );

const LOG_LEVELS = ['error', 'warn', 'info', 'http', 'debug'] as const;
const LOG_FORMATS = ['text', 'json'] as const;

export default (): Core.Config.Server => {
  secret('APP_KEYS');
  assertSpelling();
  const isBehindProxy = flag('TRUST_PROXY', false);
  return {
    host: host(),
    port: port(),
    url: siteAddress(),
    proxy: {
      koa: isBehindProxy,
      // Number of trusted entries at the end of X-Forwarded-For. Any client can have written the earlier ones.
      maxIpsCount: isBehindProxy ? integer('TRUST_PROXY_HOPS', 1, 1, 10) : 1,
    },
    app: { keys: list('APP_KEYS') },
    dirs: { public: text('PUBLIC_DIR', './public') },
    mcp: { enabled: flag('MCP', false) },
    logger: {
      config: {
        level: choice('LOG_LEVEL', LOG_LEVELS, 'http'),
        format:
          choice('LOG_FORMAT', LOG_FORMATS, 'text') === 'json'
            ? jsonLines()
            : formats.prettyPrint({ colors: process.stdout.isTTY === true }),
      },
      // `npm start` prints its own start message, with URLs that can be opened.
      startup: { enabled: process.env.NODE_ENV === 'development' },
      updates: { enabled: false },
    },
  };
};
