import { OPERATIONS, type Operation } from '@fleet-bot/protocol';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** All endpoints of the protocol that need a token. */
export const PROTECTED_ENDPOINTS = Object.values<Operation>(OPERATIONS).flatMap(
  ({ method, path, isPublic }): [method: Method, path: string][] =>
    isPublic || method === 'HEAD' || method === 'OPTIONS'
      ? []
      : [[method.toLowerCase() as Method, `/api/bot${path.replace(/:\w+/g, 'some')}`]]
);

/** Paths without an endpoint, which must require a token anyway. */
export const UNKNOWN_ROUTES: readonly [method: Method, path: string][] = [
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
