import type { Handshake } from '@fleet-bot/protocol';

import { createCaller, type CallerOptions, type CallOptions } from './http/call';
import { BotError } from './http/errors';
import type { AnswerOf } from './http/types';
import { createChanges } from './resources/changes';
import { createMaterials } from './resources/materials';
import { createPublications } from './resources/publications';

export type ClientOptions = CallerOptions;

/** Makes a client of one site. Nothing is asked of the site before the first call. */
export const createClient = (options: ClientOptions) => {
  const call = createCaller(options);
  return {
    address: options.address,
    /** Asks for any operation of the protocol by its name, with all that its answer says. */
    call,
    /** Whether the site works, and its name. @throws BotError if it does not answer */
    health: async ({ signal }: CallOptions = {}): Promise<AnswerOf<'checkHealth'>> => {
      try {
        const asked = { signal, timeout: 10_000, patience: { tries: 1 } };
        return (await call('checkHealth', asked)).body;
      } catch (error) {
        // A site without its database says so with 503.
        const { ok, site } = error instanceof BotError ? error.details : {};
        if (ok === false) return { ok, site: String(site) };
        throw error;
      }
    },
    /** What the site can do: versions, features, limits, fields. `undefined` of a site that is older than this. */
    about: async (asked?: CallOptions): Promise<Handshake | undefined> => {
      try {
        return (await call('greet', { ...asked })).body as Handshake;
      } catch (error) {
        if (error instanceof BotError && error.code === 'route-not-found') return undefined;
        throw error;
      }
    },
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
