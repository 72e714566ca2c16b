/*
 * Relies on knex 3.0.1: a client has a `logger`, which writes to the console unless its `warn`, `error` and `deprecate` are
 * replaced. `tests/databases/log-of-a-start.long.test.ts` notices a change.
 */
import type { Core } from '@strapi/strapi';

import { REFUSED_ON_PURPOSE } from '../database/transactions';

interface Logger {
  warn(message: unknown): void;
  error(message: unknown): void;
  deprecate(method: string, alternative: string): void;
}

/** Sends what the database driver logs to the log of the site, with a time and a level. */
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
