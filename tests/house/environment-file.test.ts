import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { parse } from 'dotenv';

import { temporaryFolder } from './temporary-folder';

const load = () => import('../../scripts/steps/settings.mjs');

describe('the first start', () => {
  it('makes an .env that only its owner can read', async () => {
    const { ensureEnvFile } = await load();
    const folder = await temporaryFolder();
    expect(ensureEnvFile(folder, {})).toBe(true);
    expect((await stat(path.join(folder, '.env'))).mode & 0o777).toBe(0o600);
  });

  it('makes every secret, and a token for the bot, long and at random', async () => {
    const { newEnvFile } = await load();
    const first = parse(newEnvFile());
    const second = parse(newEnvFile());
    for (const name of [
      'APP_KEYS',
      'ADMIN_JWT_SECRET',
      'API_TOKEN_SALT',
      'TRANSFER_TOKEN_SALT',
      'ENCRYPTION_KEY',
      'BOT_API_TOKEN',
    ]) {
      expect(first[name]?.length).toBeGreaterThanOrEqual(43);
      expect(first[name]).not.toBe(second[name]);
    }
    expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length);
  });

  it('turns telemetry off', async () => {
    const { newEnvFile } = await load();
    expect(parse(newEnvFile()).STRAPI_TELEMETRY_DISABLED).toBe('true');
  });

  it('never overwrites an .env, an empty one included', async () => {
    const { ensureEnvFile } = await load();
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, '.env'), '');
    expect(ensureEnvFile(folder, {})).toBe(false);
    expect(await readFile(path.join(folder, '.env'), 'utf8')).toBe('');
  });

  it('makes none where the environment brings the secrets itself', async () => {
    const { ensureEnvFile } = await load();
    const folder = await temporaryFolder();
    const environment = {
      APP_KEYS: 'a',
      ADMIN_JWT_SECRET: 'b',
      API_TOKEN_SALT: 'c',
      TRANSFER_TOKEN_SALT: 'd',
      ENCRYPTION_KEY: 'e',
    };
    expect(ensureEnvFile(folder, environment)).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });
});
