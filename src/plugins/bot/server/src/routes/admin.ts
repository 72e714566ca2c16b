import { PERMISSION } from '../constants';

const allowed = {
  policies: [
    'admin::isAuthenticatedAdmin',
    { name: 'admin::hasPermissions', config: { actions: [PERMISSION] } },
  ],
};

/** What the admin panel asks of this plugin; under `/bot`. */
export default {
  type: 'admin',
  routes: [
    { method: 'GET', path: '/removals', handler: 'removal.overview', config: allowed },
    { method: 'POST', path: '/removals/retry', handler: 'removal.retry', config: allowed },
  ],
};
