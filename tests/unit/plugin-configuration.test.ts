import plugin from '../../src/plugins/bot/server/src';

const check = (changes: object) => () =>
  plugin.config.validator({ ...plugin.config.default, ...changes });

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

describe('webhooks', () => {
  const url = 'https://example.org/hook';
  const secret = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');

  test('a receiver may have one secret or two, with or without whsec_', () => {
    const secrets = [secret(24), `whsec_${secret(64)}`];
    expect(check({ webhooks: [{ url, secrets }] })).not.toThrow();
    expect(
      check({ webhooks: [{ url, secrets: secrets.slice(1), events: ['material.created'] }] })
    ).not.toThrow();
  });

  test.each([
    [[{ url, secrets: [] }]],
    [[{ url, secrets: [secret(23)] }]],
    [[{ url, secrets: [secret(65)] }]],
    [[{ url, secrets: ['not base64 at all, but long enough to be one'] }]],
    [[{ url: 'ftp://example.org', secrets: [secret(32)] }]],
    [[{ url, secrets: [secret(32)], events: ['publication.sold'] }]],
    [
      [
        { url, secrets: [secret(32)] },
        { url, secrets: [secret(32)] },
      ],
    ],
  ])('%j is refused, and the fault does not show a secret', (webhooks) => {
    expect(check({ webhooks })).toThrow('bot plugin configuration: webhooks');
    const [shown] = webhooks[0]?.secrets ?? [];
    if (shown) expect(check({ webhooks })).not.toThrow(shown);
  });
});
