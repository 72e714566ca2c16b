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
type Validate = (given: { sync?: boolean } & Context, done: (error: unknown) => void) => void;
type Validation = Validate & { OPTIONS: { test: Test } };

interface Schema {
  tests: Validation[];
  test: (this: Schema, ...given: unknown[]) => Schema;
}

const hasWayOut: Test = (_value, { fail }) => typeof fail === 'function';

const mended = new WeakSet<object>();
/** Test functions already wrapped, because derived schemas share them. */
const telling = new WeakSet<Test>();

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof Reflect.get(Object(value), 'then') === 'function';

const withRejectionTold = (test: Test): Test => {
  if (telling.has(test)) {
    return test;
  }
  const told: Test = function (value, context) {
    const result = test.call(this, value, context);
    const { fail } = context;
    if (fail === undefined || !isThenable(result)) {
      return result;
    }
    return result.then(undefined, (error: unknown) => {
      fail(error);
      // yup would treat another result as a second answer, so this promise never settles.
      return new Promise(() => undefined);
    });
  };
  telling.add(told);
  return told;
};

const withFailure = (validate: Validation): Validation => {
  const { OPTIONS } = validate;
  OPTIONS.test = withRejectionTold(OPTIONS.test);
  const passing: Validate = (given, done) =>
    validate(given.sync === true ? given : { ...given, fail: done }, done);
  return Object.assign(passing, { OPTIONS });
};

/**
 * Makes a validation fail if one of its tests throws.
 *
 * yup checks uniqueness in the database in an unhandled promise. If the database fails then, the request never ends,
 * its transaction keeps its locks, and Node ends the process. See `docs/upstream-faults.md`.
 */
export const letValidationsFail = (): void => {
  const prototype = (yup.mixed as unknown as { prototype: Schema }).prototype;
  if (mended.has(prototype)) {
    return;
  }
  mended.add(prototype);
  const add = prototype.test;
  prototype.test = function (...given) {
    const schema = add.apply(this, given);
    schema.tests.push(...schema.tests.splice(-1).map(withFailure));
    return schema;
  };
};

export const FAILING_VALIDATIONS: Probe = {
  name: 'ending of validations that fail',
  leansOn: 'the tests of a schema of yup, which @strapi/utils exports,',
  isThere: () => hasMethods(Reflect.get(yup.mixed, 'prototype'), 'test'),
  works: () =>
    yup
      .mixed()
      .test('probe', '', hasWayOut as never)
      .isValid(1),
};
