import type { Handshake } from '@fleet-bot/protocol';

import { createCaller, type CallInput, type CallerOptions, type CallOptions } from './http/call';
import { BotError, unlessOlder } from './http/errors';
import type { AnswerOf } from './http/types';
import { createChanges } from './resources/changes';
import { createMaterials } from './resources/materials';
import { createPublications } from './resources/publications';

export type ClientOptions = CallerOptions;

const ONCE = { tries: 1 };

/** Creates a client for one site. Sends nothing before the first call. @throws TypeError if the URL is not http(s) */
export const createClient = (options: ClientOptions) => {
  const call = createCaller(options);

  /** Reads a health state. A failing site answers 503; its body is returned like that of a 200. */
  const withState = async <Id extends 'checkHealth' | 'checkReadiness'>(
    operation: Id,
    keys: string[],
    input: CallInput<Id>
  ): Promise<AnswerOf<Id>> => {
    try {
      return (await call(operation, input)).body;
    } catch (error) {
      const errorDetails = error instanceof BotError ? error.details : {};
      if (keys.every((key) => key in errorDetails)) return errorDetails as AnswerOf<Id>;
      throw error;
    }
  };

  return {
    address: options.address,
    /** Calls any operation of the protocol by its name, and returns status, headers and body. */
    call,
    /** Whether the site is healthy, and its name. One attempt. @throws BotError if the site does not answer */
    health: ({ signal }: CallOptions = {}) =>
      withState('checkHealth', ['ok', 'site'], { signal, timeout: 10_000, patience: ONCE }),
    /** Readiness checks of the site, one per component. `undefined` if the site is too old to have them. */
    ready: ({ signal }: CallOptions = {}) =>
      unlessOlder(withState('checkReadiness', ['checks'], { signal, patience: ONCE })),
    /** Versions, features, limits and fields of the site. `undefined` if the site is too old to tell them. */
    about: (input?: CallOptions) =>
      unlessOlder(call('greet', { ...input }).then(({ body }) => body as Handshake)),
    publications: createPublications(call),
    materials: createMaterials(call, options),
    changes: createChanges(call),
    webhooks: {
      /** Delivery state of each webhook receiver. */
      list: async (input?: CallOptions) => (await call('listWebhooks', { ...input })).body,
      /** Resends rejected webhooks and enables disabled receivers. */
      retry: async (input?: CallOptions) => (await call('retryWebhooks', { ...input })).body,
    },
  };
};

export type Client = ReturnType<typeof createClient>;
