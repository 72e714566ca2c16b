import { AsyncLocalStorage } from 'node:async_hooks';

interface Scope {
  owner: ScopedValue<unknown>;
  value: unknown;
  outer: Scope | undefined;
}

const scopes = new AsyncLocalStorage<Scope>();

/**
 * A value for an asynchronous operation and everything the operation awaits. All values share one `AsyncLocalStorage`,
 * because Node 20 copies each `AsyncLocalStorage` into every promise.
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
