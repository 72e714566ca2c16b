import { say, seconds } from './say.mjs';

/** An address of this server that opens in a browser on this machine. */
const localAddress = (strapi) => {
  const { address, family, port } = strapi.server.httpServer.address();
  const isEverywhere = address === '0.0.0.0' || address === '::';
  const host = isEverywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
};

/**
 * What a person can do with the bot's token, or has to do for there to be one.
 *
 * @param address where the server is reached from this machine.
 * @param place `file`, `environment` or `nowhere`: where the token was set.
 * @param file the name of the file of settings.
 */
export const tokenLines = (address, place, file) => {
  if (place === 'nowhere') {
    return [
      '  Bot token    none is set: the bot gets 503. Put BOT_API_TOKEN=... into',
      `               ${file} and start again; this prints one:`,
      `               node -p "crypto.randomBytes(32).toString('base64url')"`,
    ];
  }
  const isInFile = place === 'file';
  const token = isInFile ? `$(sed -n 's/^BOT_API_TOKEN=//p' ${file})` : '$BOT_API_TOKEN';
  return [
    `  Bot token    BOT_API_TOKEN in ${isInFile ? file : 'the environment'}`,
    `  Try          curl -H "Authorization: Bearer ${token}" ${address}/api/bot/publications`,
  ];
};

/**
 * Says where everything is, once the server is ready.
 *
 * @param startedAt when the start began, in milliseconds as `Date.now()` has it.
 * @param token where the bot's token was set, as `tokenLines` takes it.
 */
export const welcome = async (strapi, startedAt, { place, file }) => {
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
  tokenLines(address, place, file).forEach(say);
  say('');
};
