import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';

import { isFetchable } from '@fleet-bot/protocol';

import { codeOf, protocolError } from '../../core/protocol/errors';

import type { MayReach } from './network';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const OK = 200;

export interface Opening {
  mayReach: MayReach;
  redirects: number;
  /** Seconds without a byte from the server after which the request to this server is aborted. */
  idleTimeoutSeconds: number;
  signal: AbortSignal;
}

/** A successful response (200) whose body has not been read. */
export interface Opened {
  /** Final URL after all redirects. */
  url: URL;
  response: http.IncomingMessage;
}

const notAllowed = () => protocolError('address-not-allowed');

/** Converts a network error to the bot protocol's error `address-failed`. Errors of the protocol stay unchanged. */
export const addressError = (cause: unknown): Error => {
  if (codeOf(cause) !== undefined) return cause as Error;
  const reason: unknown = Reflect.get(Object(cause), 'code');
  return protocolError('address-failed', {
    message: `The address did not deliver the file${typeof reason === 'string' ? ` (${reason})` : ''}`,
    cause,
  });
};

const failed = (message: string, details?: Record<string, unknown>) =>
  protocolError('address-failed', { message, details });

/** Host of a URL, without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Creates a DNS lookup that returns only allowed addresses. The connection uses exactly the checked addresses, even if
 * the DNS entry changes.
 */
const guardedLookup =
  (mayReach: MayReach): net.LookupFunction =>
  (host, options, callback) => {
    dns.lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, []);
        return;
      }
      const reachable = addresses.filter(({ address }) => mayReach(host, address));
      const [first] = reachable;
      if (first === undefined) {
        callback(notAllowed(), []);
      } else if (options.all === true) {
        callback(null, reachable);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };

const get = (
  url: URL,
  { mayReach, idleTimeoutSeconds, signal }: Opening
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const asking = request(url, {
      // The request uses a new connection, because a reused one was checked for another request.
      agent: false,
      lookup: guardedLookup(mayReach),
      signal,
      timeout: idleTimeoutSeconds * 1000,
      headers: {
        accept: '*/*',
        'accept-encoding': 'identity',
        'user-agent': 'strapi-plugin-fleet-bot',
      },
    });
    let answered: http.IncomingMessage | undefined;
    // Once there is a response, its reader gets errors only from the response.
    asking.on('timeout', () => (answered ?? asking).destroy(protocolError('address-timeout')));
    asking.on('response', (response) => {
      answered = response;
      resolve(response);
    });
    // Node closes the connection silently if there is no listener.
    asking.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    asking.on('error', (error) => reject(addressError(error)));
    asking.end();
  });

const nextOf = (url: URL, location: string): URL => {
  if (!URL.canParse(location, url.href)) throw failed('The address redirects to no address');
  const next = new URL(location, url);
  if (!isFetchable(next)) throw notAllowed();
  return next;
};

/**
 * Requests a URL and follows redirects. Checks the address of each connection.
 * @throws `address-not-allowed`, `address-failed`, `address-timeout`
 */
export const openAddress = async (first: URL, opening: Opening): Promise<Opened> => {
  let url = first;
  for (let count = 0; count <= opening.redirects; count += 1) {
    const host = hostOf(url);
    // No DNS lookup happens for an IP address, so it is checked here.
    if (net.isIP(host) !== 0 && !opening.mayReach(host, host)) throw notAllowed();
    const response = await get(url, opening);
    const { statusCode: status = 0, headers } = response;
    if (status === OK) return { url, response };
    // The body of this response is not needed.
    response.on('error', () => undefined).destroy();
    if (!REDIRECTS.has(status) || headers.location === undefined) {
      throw failed(`The address answered ${status}`, { status });
    }
    url = nextOf(url, headers.location);
  }
  throw failed(`The address redirects more than ${opening.redirects} times`);
};
