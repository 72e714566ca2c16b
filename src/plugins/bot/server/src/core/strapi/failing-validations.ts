/**
 * Relies on: private parts of yup 0.32.9, which all Strapi packages pin: a schema stores the function that `test` added
 * last in its `tests`, and passes extra arguments to the test in its context
 * Breaks if: Strapi updates yup
 * Checked by: `tests/faults/nth-fault.long.test.ts`
 */
import { yup } from '@strapi/utils';

import { hasMethods, type Probe } from './probe';

interface Context {
  /** Ends the validation with an error. */
  fail?: (error: unknown) => void;
}

type Test = (this: unknown, value: unknown, context: Context) => unknown;
type Validate = (input: { sync?: boolean } & Context, done: (error: unknown) => void) => void;
type Validation = Validate & { OPTIONS: { test: Test } };

interface Schema {
  tests: Validation[];
  test: (this: Schema, ...input: unknown[]) => Schema;
}

const hasWayOut: Test = (_value, { fail }) => typeof fail === 'function';

const patched = new WeakSet<object>();
/**
 * Test functions that already report their rejections. Derived schemas share test functions, which must not be wrapped
 * twice.
 */
const wrappedTests = new WeakSet<Test>();

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof Reflect.get(Object(value), 'then') === 'function';

const withRejectionReported = (test: Test): Test => {
  if (wrappedTests.has(test)) return test;
  const wrapped: Test = function (value, context) {
    const result = test.call(this, value, context);
    const { fail } = context;
    if (fail === undefined || !isThenable(result)) return result;
    return result.then(undefined, (error: unknown) => {
      fail(error);
      // yup would treat another result as a second answer, so this promise never settles.
      return new Promise(() => undefined);
    });
  };
  wrappedTests.add(wrapped);
  return wrapped;
};

const withFailure = (validate: Validation): Validation => {
  const { OPTIONS } = validate;
  OPTIONS.test = withRejectionReported(OPTIONS.test);
  const passing: Validate = (input, done) =>
    validate(input.sync === true ? input : { ...input, fail: done }, done);
  return Object.assign(passing, { OPTIONS });
};

/**
 * Makes a validation fail if one of its tests throws.
 *
 * yup checks uniqueness in the database in an unhandled promise. If the database fails then, the request never ends,
 * its transaction keeps its locks, and Node ends the process. See `docs/upstream-faults.md`.
 */
export const reportRejectedTests = (): void => {
  const prototype = (yup.mixed as unknown as { prototype: Schema }).prototype;
  if (patched.has(prototype)) return;
  patched.add(prototype);
  const add = prototype.test;
  prototype.test = function (...input) {
    const schema = add.apply(this, input);
    schema.tests.push(...schema.tests.splice(-1).map(withFailure));
    return schema;
  };
};

export const FAILING_VALIDATIONS: Probe = {
  name: 'ending of validations that fail',
  reliesOn: 'the tests of a schema of yup, which @strapi/utils exports,',
  isPresent: () => hasMethods(Reflect.get(yup.mixed, 'prototype'), 'test'),
  verify: () =>
    yup
      .mixed()
      .test('probe', '', hasWayOut as never)
      .isValid(1),
};
