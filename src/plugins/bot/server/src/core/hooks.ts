import type { Core } from '@strapi/strapi';

/** Stores handler functions per site, for `defineEvent` and `defineQuestion`. */
const createHandlers = <Handler>() => {
  const handlers = new WeakMap<Core.Strapi, Handler[]>();
  return {
    of: (strapi: Core.Strapi): readonly Handler[] => handlers.get(strapi) ?? [],
    add: (strapi: Core.Strapi, handler: Handler): void => {
      handlers.set(strapi, [...(handlers.get(strapi) ?? []), handler]);
    },
  };
};

/**
 * Defines an event that a feature emits and other features handle. Handlers run one after the other in the emitter's
 * transaction, and abort it by throwing. Work that must not abort it belongs in `afterCommit`.
 */
export const defineEvent = <Payload>() => {
  const handlers = createHandlers<(payload: Payload) => Promise<void> | void>();
  return {
    on: handlers.add,
    async emit(strapi: Core.Strapi, payload: Payload): Promise<void> {
      for (const handler of handlers.of(strapi)) {
        const handling = handler(payload);
        if (handling !== undefined) await handling;
      }
    },
  };
};

/**
 * Defines a question of a feature: a hook for which other features register handlers that return answers.
 * @param none computes the answer of `resolve` if there is no handler
 */
export const defineQuestion = <Input, Answer>(none: (input: Input) => Answer) => {
  const handlers = createHandlers<(input: Input) => Answer>();
  return {
    answer: handlers.add,
    /** Returns the answer of the handler registered first. */
    resolve: (strapi: Core.Strapi, input: Input): Answer => (handlers.of(strapi)[0] ?? none)(input),
    /** Calls all handlers of a hook, and returns their results in the order of the features in `features.ts`. */
    resolveAll: (strapi: Core.Strapi, input: Input): Answer[] =>
      handlers.of(strapi).map((handler) => handler(input)),
  };
};
