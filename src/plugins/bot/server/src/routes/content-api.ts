/** The bot's own token is checked by the policy; Strapi's users and API tokens play no part. */
const guarded = { auth: false, policies: ['bot-token'] } as const;

/** A body is read after the token was checked; its key is looked at after the body was read. */
const idempotent = { ...guarded, middlewares: ['plugin::bot.idempotency'] };
const idempotentJson = {
  ...guarded,
  middlewares: ['plugin::bot.json-body', 'plugin::bot.idempotency'],
};
const idempotentJsonOrForm = {
  ...guarded,
  middlewares: ['plugin::bot.json-or-form-body', 'plugin::bot.idempotency'],
};

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

    { method: 'GET', path: '/publications/:id', handler: 'publication.get', config: guarded },
    {
      method: 'PATCH',
      path: '/publications/:id',
      handler: 'publication.change',
      config: idempotentJson,
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

    // Uploads in parts (tus 1.0.0), which have no body and no key of this protocol's. HEAD comes by GET.
    {
      method: 'POST',
      path: '/materials/resumable',
      handler: 'resumable.create',
      config: guarded,
    },
    otherwise('/materials/resumable', 'POST'),
    {
      method: 'GET',
      path: '/materials/resumable/:id',
      handler: 'resumable.get',
      config: guarded,
    },
    {
      method: 'PATCH',
      path: '/materials/resumable/:id',
      handler: 'resumable.continue',
      config: guarded,
    },
    {
      method: 'DELETE',
      path: '/materials/resumable/:id',
      handler: 'resumable.continue',
      config: guarded,
    },
    otherwise('/materials/resumable/:id', 'GET', 'PATCH', 'DELETE'),

    { method: 'GET', path: '/materials/:id', handler: 'materialLibrary.get', config: guarded },
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

    { method: 'GET', path: '/webhooks', handler: 'webhook.list', config: guarded },
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
