import type { Core } from '@strapi/strapi';

import { faultOf } from '../database/faults';
import { ScopedValue } from '../scoped-value';

/** Something that Strapi, knex or a driver does without a promise, and how to prove at start that it still does. */
export interface Probe {
  /** What depends on it, as the log and the Bot page say it. */
  readonly name: string;
  /** What is leaned on, and whose it is. */
  readonly leansOn: string;
  /** Where only comfort depends on it, it is left out; without any other the site does not start. */
  readonly isOptional?: true;
  /** Whether it has the expected shape; asked before anything leans on it. */
  readonly isThere?: (strapi: Core.Strapi) => boolean;
  /** Whether it does its work; asked once everything leans on it. Leaves nothing behind. */
  readonly works?: (strapi: Core.Strapi) => boolean | Promise<boolean>;
}

const leftOut = new WeakMap<Core.Strapi, Set<Probe>>();

/** What this site runs without, in the order of its probes. */
export const leftOutOf = (strapi: Core.Strapi): Probe[] => [...(leftOut.get(strapi) ?? [])];

export const isLeftOut = (strapi: Core.Strapi, probe: Probe): boolean =>
  leftOut.get(strapi)?.has(probe) === true;

const QUESTIONS = { isThere: 'is missing', works: 'does not work' } as const;

/**
 * Asks the probes one question each.
 * @throws an error of one line that names the first required one that fails; as it is, the error of a database that is away
 */
export const askProbes = async (
  strapi: Core.Strapi,
  question: keyof typeof QUESTIONS,
  probes: readonly Probe[]
): Promise<void> => {
  const version = String(strapi.config.get('info.strapi'));
  for (const probe of probes.filter((one) => !isLeftOut(strapi, one))) {
    let reason: string = QUESTIONS[question];
    try {
      if ((await probe[question]?.(strapi)) ?? true) continue;
    } catch (error) {
      if (faultOf(error) === 'database-unavailable') throw error;
      reason += ` (${String(error).split('\n', 1)[0]})`;
    }
    const line = `bot plugin: ${probe.name}: ${probe.leansOn} ${reason} in Strapi ${version}`;
    if (!probe.isOptional) {
      const message = `${line}; the site does not start without it`;
      throw Object.assign(new Error(message), { stack: message });
    }
    strapi.log.warn(`${line}; it is left out`);
    leftOut.set(strapi, (leftOut.get(strapi) ?? new Set()).add(probe));
  }
};

export const hasMethods = (owner: unknown, ...names: string[]): boolean =>
  names.every((name) => typeof Reflect.get(Object(owner), name) === 'function');

type Method = (this: unknown, ...given: unknown[]) => unknown;

/** Whether `call` calls a method of `owner`. @param stand replaces the method meanwhile */
export const comesBy = async (
  owner: object,
  name: string,
  call: () => unknown,
  stand?: Method
): Promise<boolean> => {
  const own = Object.getOwnPropertyDescriptor(owner, name);
  const method = Reflect.get(owner, name) as Method;
  let isReached = false;
  const watch: Method = function (...given) {
    isReached = true;
    return (stand ?? method).apply(this, given);
  };
  Object.defineProperty(owner, name, { value: watch, configurable: true, writable: true });
  try {
    await call();
  } finally {
    if (own) Object.defineProperty(owner, name, own);
    else Reflect.deleteProperty(owner, name);
  }
  return isReached;
};

/** Looks at a connection as the pool of the database gives it out. */
export const withConnection = async <Result>(
  { db }: Core.Strapi,
  look: (connection: object) => Result
): Promise<Result> => {
  const { client } = db.connection;
  const connection: object = await client.acquireConnection();
  try {
    return look(connection);
  } finally {
    await client.releaseConnection(connection);
  }
};

const trials = new ScopedValue<Error>();

/** Ends a call that only tries whether it comes here. To be called first in what Strapi is to call. */
export const endTrial = (): void => {
  const end = trials.get();
  if (end !== undefined) throw end;
};

/** Whether a call comes to where a trial ends. */
export const isEnded = async (call: () => Promise<unknown>): Promise<boolean> => {
  const end = new Error('A probe does nothing');
  return trials
    .run(end, async () => call())
    .then(
      () => false,
      (error) => error === end
    );
};
