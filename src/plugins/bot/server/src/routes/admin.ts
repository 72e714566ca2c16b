import { PERMISSION } from '../constants';

const allowed = {
  policies: [
    'admin::isAuthenticatedAdmin',
    { name: 'admin::hasPermissions', config: { actions: [PERMISSION] } },
  ],
};

/** Who may do what with which publication is known by the controller. */
const loggedIn = { policies: ['admin::isAuthenticatedAdmin'] };

/** What the admin panel asks of this plugin; under `/bot`. */
export default {
  type: 'admin',
  routes: [
    { method: 'GET', path: '/removals', handler: 'removal.overview', config: allowed },
    { method: 'POST', path: '/removals/retry', handler: 'removal.retry', config: allowed },
    { method: 'GET', path: '/schedules/:type/:id', handler: 'schedule.get', config: loggedIn },
    { method: 'PUT', path: '/schedules/:type/:id', handler: 'schedule.change', config: loggedIn },
  ],
};
