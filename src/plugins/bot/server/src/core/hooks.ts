import type { Core } from '@strapi/strapi';

/** Keeps by site who hears of an event, or answers a question. */
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
 * Defines an event of a feature, which features above it hear of. They are called one after the other, in the
 * caller's transaction, and end it by throwing. What must not fail the caller is done with `afterCommit`.
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

/** Defines a question of a feature, which features above it answer; `none` if nobody does. */
export const defineQuestion = <Asked, Answer>(none: (asked: Asked) => Answer) => {
  const handlers = createHandlers<(asked: Asked) => Answer>();
  return {
    answer: handlers.add,
    /** Asks who has registered first. */
    ask: (strapi: Core.Strapi, asked: Asked): Answer => (handlers.of(strapi)[0] ?? none)(asked),
    /** Asks everybody, in the order of the list of features. */
    askAll: (strapi: Core.Strapi, asked: Asked): Answer[] =>
      handlers.of(strapi).map((handler) => handler(asked)),
  };
};
