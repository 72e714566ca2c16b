import { say, seconds } from './say.mjs';

/** An address of this server that opens in a browser on this machine. */
const localAddress = (strapi) => {
  const { address, family, port } = strapi.server.httpServer.address();
  const isEverywhere = address === '0.0.0.0' || address === '::';
  const host = isEverywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
};

/**
 * Says where everything is, once the server is ready.
 *
 * @param startedAt when the start began, in milliseconds as `Date.now()` has it.
 * @param tokenInFile whether the bot's token is in `.env`, and not in the environment only.
 */
export const welcome = (strapi, startedAt, tokenInFile) => {
  const address = localAddress(strapi);
  const list = `${address}/api/bot/publications`;
  const token = tokenInFile ? "$(sed -n 's/^BOT_API_TOKEN=//p' .env)" : '$BOT_API_TOKEN';
  say('');
  say(`Ready after ${seconds(Date.now() - startedAt)}.`);
  say(`  Admin panel  ${address}${strapi.config.get('admin.path')}`);
  say(`  Health       ${address}/api/bot/health`);
  say(`  Bot token    BOT_API_TOKEN in ${tokenInFile ? '.env' : 'the environment'}`);
  say(`  Try          curl -H "Authorization: Bearer ${token}" ${list}`);
  say('');
};
