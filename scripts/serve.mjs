import { launch } from './launch.mjs';
import { root } from './root.mjs';
import { say } from './say.mjs';
import { findToken } from './token-place.mjs';
import { welcome } from './welcome.mjs';

/** Starts the server and says where everything is. */
export const serve = async (startedAt) => {
  say('Starting the server ...');
  const strapi = await launch();
  // Strapi has read the file of settings by now.
  await welcome(strapi, startedAt, findToken(root));
};
