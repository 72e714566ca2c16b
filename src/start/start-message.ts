import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

import { hasAnyAdministrator, linkPath } from '../first-administrator/link';
import { log } from './log';

/**
 * URL of this server for a browser on this machine: the configured site URL if `PUBLIC_URL` is not set and the port of
 * the site URL is correct; otherwise, a URL with the address and port on which the server listens.
 */
const localAddress = (strapi: Core.Strapi): string => {
  const { address, family, port } = strapi.server.httpServer.address() as AddressInfo;
  const own = strapi.config.get<string>('site.publicUrl');
  if (!process.env.PUBLIC_URL?.trim() && new URL(own).port === String(port)) return own;
  const isEverywhere = address === '0.0.0.0' || address === '::';
  const host = isEverywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
};

/**
 * Whether the environment file contains the bot token that is in use. A variable that was set before the start takes
 * precedence over the file.
 */
const isTokenIn = (file: string, token: string): boolean =>
  fs.existsSync(file) &&
  fs.readFileSync(file, 'utf8').split(/\r?\n/).includes(`BOT_API_TOKEN=${token}`);

/**
 * Lines about the bot's token: how to try it, or how to create one.
 *
 * @param address URL of the server on this machine.
 * @param environment variables of the server.
 */
export const tokenLines = (
  address: string,
  environment: NodeJS.ProcessEnv,
  folder = process.cwd()
): string[] => {
  const file = environment.ENV_PATH ?? '.env';
  const token = environment.BOT_API_TOKEN?.trim();
  if (!token) {
    return [
      '  Bot token    not set: the bot gets 503. Put BOT_API_TOKEN=... into',
      `               ${file} and start again; this prints one:`,
      `               node -p "crypto.randomBytes(32).toString('base64url')"`,
    ];
  }
  const isInFile = isTokenIn(path.resolve(folder, file), token);
  const variable = isInFile ? `$(sed -n 's/^BOT_API_TOKEN=//p' ${file})` : '$BOT_API_TOKEN';
  return [
    `  Bot token    BOT_API_TOKEN in ${isInFile ? file : 'the environment'}`,
    `  Try          curl -H "Authorization: Bearer ${variable}" ${address}/api/bot/publications`,
  ];
};

/**
 * Prints the site's URLs once the server is ready.
 *
 * @param startedAt start time in milliseconds since the epoch.
 */
export const printStartMessage = async (strapi: Core.Strapi, startedAt: number): Promise<void> => {
  const address = localAddress(strapi);
  // A short database failure must not end a site that already listens.
  const hasAdministrator = await hasAnyAdministrator(strapi).catch(() => true);
  const lines = [
    '',
    `Ready after ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`,
    `  Admin panel  ${address}${strapi.config.get<string>('admin.path')}`,
    ...(hasAdministrator
      ? []
      : [
          '  First admin  open this link to register as the first administrator:',
          `               ${address}${linkPath(strapi)}`,
        ]),
    `  Health       ${address}/api/bot/health`,
    ...tokenLines(address, process.env),
    '',
  ];
  log(process.stdout, 'info', lines.map((line) => `${line}\n`).join(''));
};
