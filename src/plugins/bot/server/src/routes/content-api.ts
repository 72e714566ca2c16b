/** The bot's own token is checked by the policy; Strapi's users and API tokens play no part. */
const guarded = { auth: false, policies: ['bot-token'] } as const;

const through = (...middlewares: string[]) => ({
  ...guarded,
  middlewares: middlewares.map((name) => `plugin::bot.${name}`),
});

/** Lists know parameters, and so does a change; all others know none. */
const plain = through('no-query');
/** The token is checked first, then the key is claimed, then a body is read. */
const idempotent = through('no-query', 'idempotent');
const idempotentJson = through('no-query', 'idempotent-json');
const idempotentJsonOrForm = through('no-query', 'idempotent-json-or-form');
const idempotentChange = through('idempotent-json');

/** The other verbs of an endpoint, and unknown paths, are guarded and have the one error shape. */
const otherwise = (path: string, ...allow: string[]) => ({
  method: 'ALL',
  path,
  handler: 'fallback.refuse',
  config: { ...guarded, allow },
});

/**
 * The whole HTTP surface of the protocol (interface document, section 4). A route that is to go says
 * so in its config: `deprecation: { since: new Date('2027-01-01'), sunset: ..., link: ... }`.
 */
export default {
  type: 'content-api',
  routes: [
    { method: 'GET', path: '/health', handler: 'health.check', config: { auth: false } },
    otherwise('/health', 'GET'),

    { method: 'GET', path: '/publications', handler: 'publication.list', config: guarded },
    {
      method: 'POST',
      path: '/publications',
      handler: 'publication.create',
      config: idempotentJson,
    },
    otherwise('/publications', 'GET', 'POST'),

    { method: 'GET', path: '/publications/:id', handler: 'publication.get', config: plain },
    {
      method: 'PATCH',
      path: '/publications/:id',
      handler: 'publication.change',
      config: idempotentChange,
    },
    {
      method: 'DELETE',
      path: '/publications/:id',
      handler: 'publication.remove',
      config: idempotent,
    },
    otherwise('/publications/:id', 'GET', 'PATCH', 'DELETE'),

    {
      method: 'POST',
      path: '/publications/:id/publish',
      handler: 'publication.publish',
      config: idempotent,
    },
    otherwise('/publications/:id/publish', 'POST'),

    {
      method: 'POST',
      path: '/publications/:id/unpublish',
      handler: 'publication.unpublish',
      config: idempotent,
    },
    otherwise('/publications/:id/unpublish', 'POST'),

    {
      method: 'POST',
      path: '/publications/:id/restore',
      handler: 'publication.restore',
      config: idempotent,
    },
    otherwise('/publications/:id/restore', 'POST'),

    {
      method: 'POST',
      path: '/publications/:id/preview',
      handler: 'preview.create',
      config: idempotent,
    },
    otherwise('/publications/:id/preview', 'POST'),

    { method: 'GET', path: '/materials', handler: 'materialLibrary.list', config: guarded },
    {
      method: 'POST',
      path: '/materials',
      handler: 'material.create',
      config: idempotentJsonOrForm,
    },
    otherwise('/materials', 'GET', 'POST'),

    // Uploads in parts (tus 1.0.0): without a body and a key of this protocol's; a header may name the method.
    { method: 'ALL', path: '/materials/resumable', handler: 'resumable.collection', config: plain },
    { method: 'ALL', path: '/materials/resumable/:id', handler: 'resumable.upload', config: plain },

    { method: 'GET', path: '/materials/:id', handler: 'materialLibrary.get', config: plain },
    {
      method: 'PATCH',
      path: '/materials/:id',
      handler: 'materialLibrary.change',
      config: idempotentJson,
    },
    {
      method: 'DELETE',
      path: '/materials/:id',
      handler: 'materialLibrary.remove',
      config: idempotent,
    },
    otherwise('/materials/:id', 'GET', 'PATCH', 'DELETE'),

    { method: 'GET', path: '/changes', handler: 'change.list', config: guarded },
    otherwise('/changes', 'GET'),

    { method: 'GET', path: '/webhooks', handler: 'webhook.list', config: plain },
    otherwise('/webhooks', 'GET'),
    {
      method: 'POST',
      path: '/webhooks/retry',
      handler: 'webhook.retry',
      config: idempotent,
    },
    otherwise('/webhooks/retry', 'POST'),

    otherwise('/'),
    otherwise('/:path(.*)'),
  ],
};
