import path from 'node:path';

import type { Core } from '@strapi/strapi';

export default ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => ({
  bot: {
    enabled: true,
    resolve: path.resolve(__dirname, '../src/plugins/bot'),
    config: {
      token: env('BOT_API_TOKEN', ''),
      previousToken: env('BOT_API_TOKEN_PREVIOUS', ''),
      site: env('BOT_SITE', 'site'),
      publicUrl: env('PUBLIC_URL', ''),
    },
  },
});
