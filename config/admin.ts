import type { Core } from '@strapi/strapi';

import { required, webAddress } from './environment/read';

const publicOrigin = (): string => {
  const address = webAddress('PUBLIC_URL');
  return address && new URL(address).origin;
};

export default (): Core.Config.Admin => ({
  auth: { secret: required('ADMIN_JWT_SECRET') },
  apiToken: { salt: required('API_TOKEN_SALT') },
  transfer: { token: { salt: required('TRANSFER_TOKEN_SALT') } },
  secrets: { encryptionKey: required('ENCRYPTION_KEY') },
  preview: {
    enabled: true,
    config: {
      allowedOrigins: ["'self'", ...(publicOrigin() ? [publicOrigin()] : [])],
      handler: (uid, entry) =>
        strapi.service('api::work.panel-preview').addressOf(uid, entry) as Promise<string | null>,
    },
  },
  flags: { nps: false, promoteEE: false },
});
