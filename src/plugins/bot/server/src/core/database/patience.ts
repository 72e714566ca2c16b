import type { Core } from '@strapi/strapi';

/** Repeats work, which must be in no transaction, while the database is away. */
export type Patience = <Result>(work: () => PromiseLike<Result>) => Promise<Result>;

const patience = new WeakMap<Core.Strapi, Patience>();

/** Whether a site loads, so that nothing may fail because the database is away for a while. */
export const isPatient = (strapi: Core.Strapi): boolean => patience.has(strapi);

/** @param repeat undefined once nothing is to be repeated any more */
export const setPatience = (strapi: Core.Strapi, repeat: Patience | undefined): void => {
  if (repeat === undefined) patience.delete(strapi);
  else patience.set(strapi, repeat);
};

/** Runs work, and repeats it while a site loads; see `core/strapi/connections/wait-while-loading.ts`. */
export const patiently = <Result>(
  strapi: Core.Strapi,
  work: () => Promise<Result>
): Promise<Result> => patience.get(strapi)?.(work) ?? work();
