/**
 * Leans on private parts of yup 0.32.9, which all of Strapi's packages pin: a schema keeps what
 * `test` has added as the last of its `tests`, and what such a function is given beside its own
 * parameters reaches the test as part of its context. `tests/faults/nth-fault.long.test.ts` notices a
 * change.
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
/** Tests that are told of already: schemas that are made from others share theirs. */
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
      // yup would take whatever comes now for another answer.
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
 * Ends a validation if one of its tests fails with an error.
 *
 * yup checks uniqueness in the database in an unhandled promise. If the database fails then, the request
 * never ends, its transaction keeps its locks, and Node ends the process. See `docs/upstream-faults.md`.
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
