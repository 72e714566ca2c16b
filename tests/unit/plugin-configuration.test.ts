import configuration from '../../src/plugins/bot/server/src/config';

const check = (changes: object) => () =>
  configuration.validator({ ...configuration.default, ...changes });

test('the defaults are valid', () => {
  expect(check({})).not.toThrow();
});

test.each(['', '   ', 'x'.repeat(16), ' a-token-that-is-long-enough '])(
  'the tokens may be %j',
  (token) => {
    expect(check({ token, previousToken: token })).not.toThrow();
  }
);

describe.each(['token', 'previousToken'])('%s', (name) => {
  test.each(['fifteen-letters', 'two words in a row of some length', 'a-tökèn-of-some-length'])(
    'must not be %j, and the fault does not show it',
    (token) => {
      expect(check({ [name]: token })).toThrow(
        `bot plugin configuration: ${name}: must be at least 16 visible ASCII characters without spaces`
      );
      expect(check({ [name]: token })).not.toThrow(token);
    }
  );
});
