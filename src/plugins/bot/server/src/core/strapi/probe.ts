import type { Core } from '@strapi/strapi';

import { faultOf } from '../database/faults';
import { ScopedValue } from '../scoped-value';

/** A check at start that an undocumented behaviour of Strapi, knex or a driver still exists. */
export interface Probe {
  /** Feature that depends on the behaviour, as named in the log and on the Bot page. */
  readonly name: string;
  /** The behaviour that is required, and the package that provides it. */
  readonly reliesOn: string;
  /**
   * True if the site can run without this feature: a failed check then disables the feature. Otherwise a failed check
   * prevents the start.
   */
  readonly isOptional?: true;
  /** Whether the required objects and methods exist. Called before any patch is installed. */
  readonly isPresent?: (strapi: Core.Strapi) => boolean;
  /**
   * Tests whether Strapi behaves as the patch expects. Called after all patches are installed; must leave no trace on
   * the site.
   */
  readonly verify?: (strapi: Core.Strapi) => boolean | Promise<boolean>;
}

const disabledProbes = new WeakMap<Core.Strapi, Set<Probe>>();

/** Optional startup checks (probes) that failed on this site, in the order in which they failed. */
export const disabledProbesOf = (strapi: Core.Strapi): Probe[] => [
  ...(disabledProbes.get(strapi) ?? []),
];

/**
 * Whether this optional startup check (probe) has failed on the site, so that the feature that depends on it is
 * disabled.
 */
export const isProbeDisabled = (strapi: Core.Strapi, probe: Probe): boolean =>
  disabledProbes.get(strapi)?.has(probe) === true;

const FAILURES = { isPresent: 'is missing', verify: 'does not work' } as const;

/**
 * Runs `isPresent` or `verify` of all startup checks (probes).
 * @throws a one-line error that names the first failed required probe; the error of an unreachable database, unchanged
 */
export const runProbes = async (
  strapi: Core.Strapi,
  check: keyof typeof FAILURES,
  probes: readonly Probe[]
): Promise<void> => {
  const version = String(strapi.config.get('info.strapi'));
  for (const probe of probes.filter((one) => !isProbeDisabled(strapi, one))) {
    let reason: string = FAILURES[check];
    try {
      if ((await probe[check]?.(strapi)) ?? true) continue;
    } catch (error) {
      if (faultOf(error) === 'database-unavailable') throw error;
      reason += ` (${String(error).split('\n', 1)[0]})`;
    }
    const line = `bot plugin: ${probe.name}: ${probe.reliesOn} ${reason} in Strapi ${version}`;
    if (!probe.isOptional) {
      const message = `${line}; the site cannot start without it`;
      throw Object.assign(new Error(message), { stack: message });
    }
    strapi.log.warn(`${line}; its feature is disabled`);
    disabledProbes.set(strapi, (disabledProbes.get(strapi) ?? new Set()).add(probe));
  }
};

/** Whether an object has functions with all these names. */
export const hasMethods = (owner: unknown, ...names: string[]): boolean =>
  names.every((name) => typeof Reflect.get(Object(owner), name) === 'function');

type Method = (this: unknown, ...input: unknown[]) => unknown;

/**
 * Whether `call` calls a method of `owner`.
 * @param replacement function that runs instead of the method during the call
 */
export const isCalledBy = async (
  owner: object,
  name: string,
  call: () => unknown,
  replacement?: Method
): Promise<boolean> => {
  const own = Object.getOwnPropertyDescriptor(owner, name);
  const method = Reflect.get(owner, name) as Method;
  let isReached = false;
  const watch: Method = function (...input) {
    isReached = true;
    return (replacement ?? method).apply(this, input);
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

/** Passes a pooled connection of the database to `use`, and returns the result. */
export const withConnection = async <Result>(
  { db }: Core.Strapi,
  use: (connection: object) => Result
): Promise<Result> => {
  const { client } = db.connection;
  const connection: object = await client.acquireConnection();
  try {
    return use(connection);
  } finally {
    await client.releaseConnection(connection);
  }
};

const probeCalls = new ScopedValue<Error>();

/**
 * Throws if a startup check made this call only to see whether it reaches a patched method. Must be called first in
 * that method.
 */
export const abortProbeCall = (): void => {
  const abortError = probeCalls.get();
  if (abortError !== undefined) throw abortError;
};

/** Whether `call` reaches a patched method, where `abortProbeCall` aborts it. */
export const reachesPatch = async (call: () => Promise<unknown>): Promise<boolean> => {
  const abortError = new Error('A probe does nothing');
  return probeCalls
    .run(abortError, async () => call())
    .then(
      () => false,
      (error) => error === abortError
    );
};
