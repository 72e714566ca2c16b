import type { Core } from '@strapi/strapi';

import { required } from './environment/read';

export default (): Core.Config.Admin => ({
  auth: { secret: required('ADMIN_JWT_SECRET') },
  apiToken: { salt: required('API_TOKEN_SALT') },
  transfer: { token: { salt: required('TRANSFER_TOKEN_SALT') } },
  secrets: { encryptionKey: required('ENCRYPTION_KEY') },
  // The public pages show published works only: src/admin links to them, nothing is previewed.
  preview: { enabled: false, config: { handler: () => null } },
  flags: { nps: false, promoteEE: false },
});
