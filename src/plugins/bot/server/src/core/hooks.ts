import type { Core } from '@strapi/strapi';

/** Stores the handlers of an event or question, per site. */
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
 * Defines an event to which higher features subscribe. Handlers run one after the other in the caller's transaction,
 * and abort it by throwing. Work that must not fail the caller belongs in `afterCommit`.
 */
export const defineEvent = <Told>() => {
  const handlers = createHandlers<(told: Told) => Promise<void> | void>();
  return {
    on: handlers.add,
    async tell(strapi: Core.Strapi, told: Told): Promise<void> {
      for (const handler of handlers.of(strapi)) {
        const telling = handler(told);
        if (telling !== undefined) await telling;
      }
    },
  };
};

/** Defines a question that higher features answer. `none` provides the answer if there is no handler. */
export const defineQuestion = <Asked, Answer>(none: (asked: Asked) => Answer) => {
  const handlers = createHandlers<(asked: Asked) => Answer>();
  return {
    answer: handlers.add,
    /** Asks the handler registered first. */
    ask: (strapi: Core.Strapi, asked: Asked): Answer => (handlers.of(strapi)[0] ?? none)(asked),
    /** Asks all handlers, in the order of the list of features. */
    askAll: (strapi: Core.Strapi, asked: Asked): Answer[] =>
      handlers.of(strapi).map((handler) => handler(asked)),
  };
};
