import type { ErrorCode } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

/** Called for each answered request, with what it took. It must not take long, nor throw. */
export type Listener = (ctx: Context, milliseconds: number, code: ErrorCode | undefined) => void;

const listeners = new WeakMap<Core.Strapi, Listener[]>();

/** Who hears of each answered request of a site; more may be added. */
export const listenersOf = (strapi: Core.Strapi): Listener[] => {
  const known = listeners.get(strapi) ?? [];
  listeners.set(strapi, known);
  return known;
};
