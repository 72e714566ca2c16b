import path from 'node:path';

import type { Core } from '@strapi/strapi';

export default ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Database => ({
  connection: {
    client: 'sqlite',
    connection: { filename: path.join(process.cwd(), env('DATABASE_FILENAME', '.tmp/data.db')) },
    useNullAsDefault: true,
  },
  settings: { useTypescriptMigrations: true },
});
