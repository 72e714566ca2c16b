import type { Core } from '@strapi/strapi';

/** Repeats work, which must be in no transaction, while the database is away. */
export type Patience = <Result>(work: () => PromiseLike<Result>) => Promise<Result>;

const patience = new WeakMap<Core.Strapi, Patience>();

/** How work is repeated while a site loads; see `core/strapi/connections/wait-while-loading.ts`. */
export const patienceOf = (strapi: Core.Strapi): Patience | undefined => patience.get(strapi);

/** @param repeat undefined once nothing is to be repeated any more */
export const setPatience = (strapi: Core.Strapi, repeat: Patience | undefined): void => {
  if (repeat === undefined) patience.delete(strapi);
  else patience.set(strapi, repeat);
};
