import fs from 'node:fs';
import path from 'node:path';

/**
 * Where the bot's token was set that a server with this environment has. A variable that was in
 * the environment before wins over the file of settings.
 *
 * @returns {{ place: 'file' | 'environment' | 'nowhere', file: string }} and the file's name.
 */
export const findToken = (root, environment = process.env) => {
  const file = environment.ENV_PATH ?? '.env';
  const token = environment.BOT_API_TOKEN?.trim();
  if (!token) return { place: 'nowhere', file };
  const settings = path.resolve(root, file);
  const lines = fs.existsSync(settings) ? fs.readFileSync(settings, 'utf8').split(/\r?\n/) : [];
  return { place: lines.includes(`BOT_API_TOKEN=${token}`) ? 'file' : 'environment', file };
};
