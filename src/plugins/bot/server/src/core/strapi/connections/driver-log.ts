/*
 * Relies on: knex 3.0.1: a client's `logger`, whose `warn`, `error` and `deprecate` can be replaced
 * Breaks if: knex logs in another way; messages then go to the console
 * Checked by: `tests/databases/log-of-a-start.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { REFUSED_ON_PURPOSE } from '../database/transactions';

interface Logger {
  warn(message: unknown): void;
  error(message: unknown): void;
  deprecate(method: string, alternative: string): void;
}

/** Redirects messages of the database driver to the site's log, with time and level. */
export const logDriverMessages = ({ db, log }: Core.Strapi): void => {
  const { logger } = db.connection.client as { logger: Logger };
  const write = (message: unknown): void => {
    const text = String(message);
    if (!text.includes(REFUSED_ON_PURPOSE)) log.warn(text);
  };
  Object.assign(logger, {
    warn: write,
    error: write,
    deprecate: (method: string, alternative: string) =>
      write(`${method} is deprecated, please use ${alternative}`),
  } satisfies Logger);
};
