import { winston } from '@strapi/logger';

const { combine, errors, printf, uncolorize } = winston.format;

/**
 * Log format with one JSON object per line. It contains only these properties, because an error may have others, such
 * as the values of a statement or the headers of a request.
 */
export const jsonLines = () =>
  combine(
    errors({ stack: true }),
    uncolorize(),
    printf(({ level, message, stack, requestId, method, route, path, status, ms, actor }) => {
      const text = typeof message === 'string' ? message : JSON.stringify(message);
      const request = { requestId, method, route, path, status, ms, actor };
      return JSON.stringify({ time: new Date(), level, message: text, stack, ...request });
    })
  );
