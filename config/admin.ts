import type { Core } from '@strapi/strapi';

import { required } from './environment/read';

export default (): Core.Config.Admin => ({
  auth: { secret: required('ADMIN_JWT_SECRET') },
  apiToken: { salt: required('API_TOKEN_SALT') },
  transfer: { token: { salt: required('TRANSFER_TOKEN_SALT') } },
  secrets: { encryptionKey: required('ENCRYPTION_KEY') },
  flags: { nps: false, promoteEE: false },
});
