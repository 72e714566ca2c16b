import type { Core } from '@strapi/strapi';

import { siteAddress } from './environment/address';
import { secret } from './environment/secrets';

export default (): Core.Config.Admin => ({
  auth: { secret: secret('ADMIN_JWT_SECRET') },
  apiToken: { salt: secret('API_TOKEN_SALT') },
  transfer: { token: { salt: secret('TRANSFER_TOKEN_SALT') } },
  secrets: { encryptionKey: secret('ENCRYPTION_KEY') },
  preview: {
    enabled: true,
    config: {
      allowedOrigins: ["'self'", new URL(siteAddress()).origin],
      handler: (uid, entry) =>
        strapi.service('api::work.panel-preview').addressOf(uid, entry) as Promise<string | null>,
    },
  },
  flags: { nps: false, promoteEE: false },
});
