import fs from 'node:fs';
import path from 'node:path';

import { launch } from './launch.mjs';
import { root } from './root.mjs';
import { say } from './say.mjs';
import { welcome } from './welcome.mjs';

const isTokenInFile = () => {
  const file = path.join(root, '.env');
  return fs.existsSync(file) && /^BOT_API_TOKEN=./m.test(fs.readFileSync(file, 'utf8'));
};

/** Starts the server and says where everything is. */
export const serve = async (startedAt) => {
  say('Starting the server ...');
  welcome(await launch(), startedAt, isTokenInFile());
};
