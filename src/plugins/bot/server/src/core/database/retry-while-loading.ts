import type { Core } from '@strapi/strapi';

/** Retries work while the database is unreachable. Must not run inside a transaction. */
export type Retry = <Result>(work: () => PromiseLike<Result>) => Promise<Result>;

const retries = new WeakMap<Core.Strapi, Retry>();

/** Whether the site is still loading, so that work is retried while the database is unreachable. */
export const isRetryingWhileLoading = (strapi: Core.Strapi): boolean => retries.has(strapi);

/** Sets the retry function of a loading site. @param repeat undefined to end retries */
export const setRetryWhileLoading = (strapi: Core.Strapi, repeat: Retry | undefined): void => {
  if (repeat === undefined) retries.delete(strapi);
  else retries.set(strapi, repeat);
};

/** Runs work, with retries while the site is loading; see `core/strapi/connections/wait-while-loading.ts`. */
export const retryWhileLoading = <Result>(
  strapi: Core.Strapi,
  work: () => Promise<Result>
): Promise<Result> => retries.get(strapi)?.(work) ?? work();
