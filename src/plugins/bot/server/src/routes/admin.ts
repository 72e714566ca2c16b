import { PERMISSIONS } from '../core/constants';

/** For people whose role has this permission. */
const allowed = (action: keyof typeof PERMISSIONS) => ({
  policies: [
    'admin::isAuthenticatedAdmin',
    { name: 'admin::hasPermissions', config: { actions: [PERMISSIONS[action]] } },
  ],
});

/** Who may do what with which publication is known by the controller. */
const loggedIn = { policies: ['admin::isAuthenticatedAdmin'] };

const route = (method: string, path: string, handler: string, config: object) => ({
  method,
  path,
  handler,
  config,
});

/** What the admin panel asks of this plugin; under `/bot`. */
export default {
  type: 'admin',
  routes: [
    // By itself: Strapi's own look at who asks takes four questions to the database.
    { method: 'GET', path: '/pulse', handler: 'news.pulse', config: { auth: false } },
    { method: 'GET', path: '/works/:type', handler: 'work.files', config: loggedIn },
    { method: 'GET', path: '/works/:type/:id', handler: 'work.get', config: loggedIn },
    route('GET', '/works/:type/:id/deletion', 'work.deletion', loggedIn),
    { method: 'GET', path: '/news/:type', handler: 'news.list', config: loggedIn },
    { method: 'GET', path: '/news/:type/:id', handler: 'news.document', config: loggedIn },
    route('GET', '/removals', 'removal.overview', allowed('removals')),
    route('POST', '/removals/retry', 'removal.retry', allowed('removals')),

    route('GET', '/schedules/:type/:id', 'schedule.get', loggedIn),
    route('PUT', '/schedules/:type/:id', 'schedule.change', loggedIn),

    route('GET', '/versions/:type/:id', 'version.list', loggedIn),
    route('GET', '/versions/:type/:id/:version', 'version.get', loggedIn),
    route('POST', '/versions/:type/:id/:version/put-back', 'version.putBack', loggedIn),

    route('GET', '/trash', 'trash.list', allowed('trash')),
    route('GET', '/trash/:id', 'trash.get', allowed('trash')),
    route('POST', '/trash/:id/restore', 'trash.restore', allowed('trash')),
    route('DELETE', '/trash/:id', 'trash.remove', allowed('trash')),

    route('GET', '/overview/state', 'overview.state', allowed('page')),
    route('GET', '/overview/timeline', 'overview.timeline', allowed('page')),
    route('GET', '/overview/week', 'overview.week', allowed('page')),
    route('GET', '/overview/review', 'overview.review', allowed('page')),
    route('POST', '/overview/works/:id/preview', 'overview.preview', loggedIn),
    route('GET', '/overview/files', 'overview.files', allowed('materials')),
    route('GET', '/overview/files-in-texts', 'overview.filesInTexts', allowed('materials')),
    route('DELETE', '/overview/files/:id', 'overview.removeFile', allowed('materials')),
    route('POST', '/overview/files/:id/keep', 'overview.keepFile', allowed('materials')),
    route('PUT', '/overview/switches', 'overview.change', allowed('switches')),
  ],
};
