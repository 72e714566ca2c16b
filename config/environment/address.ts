import { isIP } from 'node:net';

import { baseAddress, EnvironmentError, integer, text } from './read';

const HOST_NAME = /^(?:[\w-]+\.)*[\w-]+$/;
/**
 * Addresses that stand for all network interfaces. A browser cannot open them, so the site's URL contains `localhost`
 * instead.
 */
const EVERY_INTERFACE = ['0.0.0.0', '::'];

/**
 * Address or host name at which the server listens.
 * @throws EnvironmentError if HOST is neither
 */
export const host = (): string => {
  const value = text('HOST', '0.0.0.0');
  if (isIP(value) === 0 && (!HOST_NAME.test(value) || /^[\d.]+$/.test(value))) {
    throw new EnvironmentError(
      `HOST must be an address or a name of this machine, but is "${value}"`
    );
  }
  return value;
};

/** Port at which the server listens; 0 for any free port. */
export const port = (): number => integer('PORT', 1337, 0, 65535);

/**
 * URL of the site without a trailing slash: `PUBLIC_URL`, or else the server's URL on this machine. The bot, the pages,
 * the panel and the log use the same URL.
 */
export const siteAddress = (): string => {
  const known = baseAddress('PUBLIC_URL');
  if (known !== '') return known;
  const own = host();
  const name = EVERY_INTERFACE.includes(own) ? 'localhost' : isIP(own) === 6 ? `[${own}]` : own;
  return `http://${name}:${port()}`;
};
