import fs from 'node:fs';
import path from 'node:path';

import { root } from './root.mjs';
import { say, seconds } from './say.mjs';

/**
 * An address of this server that opens in a browser on this machine; where no `PUBLIC_URL` is set, and the port is
 * known beforehand, that which all answers name.
 */
const localAddress = (strapi) => {
  const { address, family, port } = strapi.server.httpServer.address();
  const own = strapi.config.get('site.publicUrl');
  if (!process.env.PUBLIC_URL?.trim() && new URL(own).port === String(port)) return own;
  const isEverywhere = address === '0.0.0.0' || address === '::';
  const host = isEverywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
};

/** Where the bot's token was set: a variable that was in the environment before wins over the file of settings. */
const placeOf = (token, file, folder) => {
  const settings = path.resolve(folder, file);
  const lines = fs.existsSync(settings) ? fs.readFileSync(settings, 'utf8').split(/\r?\n/) : [];
  return lines.includes(`BOT_API_TOKEN=${token}`) ? 'file' : 'environment';
};

/**
 * What a person can do with the bot's token, or has to do for there to be one.
 *
 * @param address where the server is reached from this machine.
 * @param environment in which the server runs.
 */
export const tokenLines = (address, environment, folder = root) => {
  const file = environment.ENV_PATH ?? '.env';
  const token = environment.BOT_API_TOKEN?.trim();
  if (!token) {
    return [
      '  Bot token    none is set: the bot gets 503. Put BOT_API_TOKEN=... into',
      `               ${file} and start again; this prints one:`,
      `               node -p "crypto.randomBytes(32).toString('base64url')"`,
    ];
  }
  const isInFile = placeOf(token, file, folder) === 'file';
  const said = isInFile ? `$(sed -n 's/^BOT_API_TOKEN=//p' ${file})` : '$BOT_API_TOKEN';
  return [
    `  Bot token    BOT_API_TOKEN in ${isInFile ? file : 'the environment'}`,
    `  Try          curl -H "Authorization: Bearer ${said}" ${address}/api/bot/publications`,
  ];
};

/**
 * Says where everything is, once the server is ready.
 *
 * @param startedAt when the start began, in milliseconds as `Date.now()` has it.
 */
export const welcome = async (strapi, startedAt) => {
  const address = localAddress(strapi);
  const firstAdministrator = await strapi.service('api::site.first-administrator').linkPath();
  say('');
  say(`Ready after ${seconds(Date.now() - startedAt)}.`);
  say(`  Admin panel  ${address}${strapi.config.get('admin.path')}`);
  if (firstAdministrator !== null) {
    say(
      '  First admin  who opens this link registers as the first administrator, nobody else can:'
    );
    say(`               ${address}${firstAdministrator}`);
  }
  say(`  Health       ${address}/api/bot/health`);
  tokenLines(address, process.env).forEach(say);
  say('');
};
