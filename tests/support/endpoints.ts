export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Every endpoint of the protocol that needs the token. */
export const PROTECTED_ENDPOINTS: readonly [method: Method, path: string][] = [
  ['get', '/api/bot/publications'],
  ['post', '/api/bot/publications'],
  ['get', '/api/bot/publications/some'],
  ['patch', '/api/bot/publications/some'],
  ['delete', '/api/bot/publications/some'],
  ['post', '/api/bot/publications/some/publish'],
  ['post', '/api/bot/publications/some/unpublish'],
  ['post', '/api/bot/publications/some/preview'],
  ['post', '/api/bot/publications/some/restore'],
  ['get', '/api/bot/materials'],
  ['post', '/api/bot/materials'],
  ['post', '/api/bot/materials/resumable'],
  ['get', '/api/bot/materials/resumable/some'],
  ['patch', '/api/bot/materials/resumable/some'],
  ['delete', '/api/bot/materials/resumable/some'],
  ['get', '/api/bot/materials/some'],
  ['patch', '/api/bot/materials/some'],
  ['delete', '/api/bot/materials/some'],
  ['get', '/api/bot/changes'],
  ['get', '/api/bot/webhooks'],
  ['post', '/api/bot/webhooks/retry'],
];

/** What no endpoint takes, and what must be guarded all the same. */
export const UNKNOWN_ROUTES: readonly [method: Method, path: string][] = [
  ['get', '/api/bot'],
  ['get', '/api/bot/'],
  ['get', '/api/bot/unknown'],
  ['post', '/api/bot/unknown/deeper'],
  ['get', '/api/bot/publications/some/publish/more'],
  ['put', '/api/bot/publications'],
  ['put', '/api/bot/publications/some'],
  ['put', '/api/bot/materials'],
  ['post', '/api/bot/health'],
  ['get', '/API/BOT/publications'],
  ['get', '/Api/Bot/unknown'],
];
