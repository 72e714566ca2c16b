import type { Core } from '@strapi/strapi';

/** Retries work while the database is unreachable. Must not run inside a transaction. */
export type Patience = <Result>(work: () => PromiseLike<Result>) => Promise<Result>;

const patience = new WeakMap<Core.Strapi, Patience>();

/** Whether the site is still loading, so that work is retried while the database is unreachable. */
export const isPatient = (strapi: Core.Strapi): boolean => patience.has(strapi);

/** Sets the retry function of a loading site. @param repeat undefined to end retries */
export const setPatience = (strapi: Core.Strapi, repeat: Patience | undefined): void => {
  if (repeat === undefined) patience.delete(strapi);
  else patience.set(strapi, repeat);
};

/** Runs work, with retries while the site is loading; see `core/strapi/connections/wait-while-loading.ts`. */
export const patiently = <Result>(
  strapi: Core.Strapi,
  work: () => Promise<Result>
): Promise<Result> => patience.get(strapi)?.(work) ?? work();
