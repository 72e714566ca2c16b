import type { Handshake } from '@fleet-bot/protocol';

import { createCaller, type Ask, type CallerOptions, type CallOptions } from './http/call';
import { BotError } from './http/errors';
import type { AnswerOf } from './http/types';
import { createChanges } from './resources/changes';
import { createMaterials } from './resources/materials';
import { createPublications } from './resources/publications';

export type ClientOptions = CallerOptions;

const ONCE = { tries: 1 };

/** Result of a request, or undefined if the site is too old to have the endpoint. */
const unlessOlder = async <Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof BotError && error.code === 'route-not-found') return undefined;
    throw error;
  }
};

/** Creates a client for one site. Sends nothing before the first call. */
export const createClient = (options: ClientOptions) => {
  const call = createCaller(options);

  /** Reads a health state. A site in a bad state answers with 503, whose body is returned as well. */
  const withState = async <Id extends 'checkHealth' | 'checkReadiness'>(
    operation: Id,
    keys: string[],
    asked: Ask<Id>
  ): Promise<AnswerOf<Id>> => {
    try {
      return (await call(operation, asked)).body;
    } catch (error) {
      const said = error instanceof BotError ? error.details : {};
      if (keys.every((key) => key in said)) return said as AnswerOf<Id>;
      throw error;
    }
  };

  return {
    address: options.address,
    /** Calls any operation of the protocol by its name, and returns status, headers and body. */
    call,
    /** Whether the site works, and its name. @throws BotError if the site does not answer */
    health: ({ signal }: CallOptions = {}) =>
      withState('checkHealth', ['ok', 'site'], { signal, timeout: 10_000, patience: ONCE }),
    /** State of each part of the site. `undefined` if the site is too old for it. */
    ready: ({ signal }: CallOptions = {}) =>
      unlessOlder(() => withState('checkReadiness', ['checks'], { signal, patience: ONCE })),
    /** Versions, features, limits and fields of the site. `undefined` if the site is too old for it. */
    about: (asked?: CallOptions) =>
      unlessOlder(async () => (await call('greet', { ...asked })).body as Handshake),
    publications: createPublications(call),
    materials: createMaterials(call, options),
    changes: createChanges(call),
    webhooks: {
      list: async (asked?: CallOptions) => (await call('listWebhooks', { ...asked })).body,
      retry: async (asked?: CallOptions) => (await call('retryWebhooks', { ...asked })).body,
    },
  };
};

export type Client = ReturnType<typeof createClient>;
