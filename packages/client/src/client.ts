import type { Handshake } from '@fleet-bot/protocol';

import { createCaller, type Ask, type CallerOptions, type CallOptions } from './http/call';
import { BotError } from './http/errors';
import type { AnswerOf } from './http/types';
import { createChanges } from './resources/changes';
import { createMaterials } from './resources/materials';
import { createPublications } from './resources/publications';

export type ClientOptions = CallerOptions;

const ONCE = { tries: 1 };

/** What a site answers that has this endpoint. */
const unlessOlder = async <Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof BotError && error.code === 'route-not-found') return undefined;
    throw error;
  }
};

/** Makes a client of one site. Nothing is asked of the site before the first call. */
export const createClient = (options: ClientOptions) => {
  const call = createCaller(options);

  /** A state, which a site that does badly tells with 503. */
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
    /** Asks for any operation of the protocol by its name, with all that its answer says. */
    call,
    /** Whether the site works, and its name. @throws BotError if it does not answer */
    health: ({ signal }: CallOptions = {}) =>
      withState('checkHealth', ['ok', 'site'], { signal, timeout: 10_000, patience: ONCE }),
    /** How each part of the site does. `undefined` of a site that is older than this. */
    ready: ({ signal }: CallOptions = {}) =>
      unlessOlder(() => withState('checkReadiness', ['checks'], { signal, patience: ONCE })),
    /** What the site can do: versions, features, limits, fields. `undefined` of a site that is older than this. */
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
