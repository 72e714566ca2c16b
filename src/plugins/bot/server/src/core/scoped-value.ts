import { AsyncLocalStorage } from 'node:async_hooks';

interface Scope {
  owner: ScopedValue<unknown>;
  value: unknown;
  outer: Scope | undefined;
}

const scopes = new AsyncLocalStorage<Scope>();

/**
 * What one piece of work, with all that it awaits, may ask for. As `AsyncLocalStorage`, of which all of them share
 * one: Node 20 copies every storage into every promise of the process.
 */
export class ScopedValue<Value> {
  get(): Value | undefined {
    let scope = scopes.getStore();
    while (scope !== undefined && scope.owner !== this) scope = scope.outer;
    return scope?.value as Value | undefined;
  }

  run<Result>(value: Value, work: () => Result): Result {
    return scopes.run({ owner: this, value, outer: scopes.getStore() }, work);
  }
}
