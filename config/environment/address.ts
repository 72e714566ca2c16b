import { isIP } from 'node:net';

import { baseAddress, EnvironmentError, integer, text } from './read';

const HOST_NAME = /^(?:[\w-]+\.)*[\w-]+$/;
/** Nobody can open these; `localhost` is one of what they stand for. */
const EVERY_INTERFACE = ['0.0.0.0', '::'];

/** Where the server listens: an address of this machine, or a name of it. */
export const host = (): string => {
  const value = text('HOST', '0.0.0.0');
  if (isIP(value) === 0 && (!HOST_NAME.test(value) || /^[\d.]+$/.test(value))) {
    throw new EnvironmentError(
      `HOST must be an address or a name of this machine, but is "${value}"`
    );
  }
  return value;
};

/** The port that the server listens at; 0 for any that is free. */
export const port = (): number => integer('PORT', 1337, 0, 65535);

/**
 * The address of the site without a slash at its end: that which readers use, `PUBLIC_URL`, else the one
 * that the server has on this machine. It is the same for the bot, the pages, the panel and the log.
 */
export const siteAddress = (): string => {
  const known = baseAddress('PUBLIC_URL');
  if (known !== '') return known;
  const own = host();
  const name = EVERY_INTERFACE.includes(own) ? 'localhost' : isIP(own) === 6 ? `[${own}]` : own;
  return `http://${name}:${port()}`;
};
