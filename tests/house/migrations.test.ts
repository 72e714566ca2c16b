import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import { temporaryFolder } from './temporary-folder';

const built = path.resolve(__dirname, '../../dist');

/** Whether a built server makes Strapi search for migrations, with these files in the folder for migrations. */
const looksForMigrations = async (files: string[]): Promise<boolean> => {
  const server = await temporaryFolder();
  await cp(`${built}/config`, `${server}/config`, { recursive: true });
  await mkdir(`${server}/database/migrations`, { recursive: true });
  for (const file of files) await writeFile(`${server}/database/migrations/${file}`, '');
  // Loaded from the server's folder, because the settings read files next to themselves.
  const { default: database } = createRequire(__filename)(`${server}/config/database.js`);
  return database().settings.useTypescriptMigrations;
};

test('a compiled migration is found', async () => {
  expect(await looksForMigrations(['2026.12.01T10.00.00.rename-a-category.js'])).toBe(true);
});

test('without a migration, Strapi does not load the compiler to look for them', async () => {
  expect(await looksForMigrations([])).toBe(false);
});
