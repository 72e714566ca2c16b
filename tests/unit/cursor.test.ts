import { decodeCursor, encodeCursor } from '../../src/plugins/bot/server/src/core/protocol/cursor';

const place = { createdAt: new Date('2026-03-01T12:00:00.123Z'), id: 'abcdefghijklmnopqrstuvwx' };

/** Writes any text as a cursor would be written. */
const written = (text: string) => Buffer.from(text).toString('base64url');

test('a cursor that was written is read as the same place', () => {
  expect(decodeCursor(encodeCursor(place))).toEqual(place);
});

test.each([new Date(0), new Date('9999-12-30T23:59:59.999Z')])(
  'the date %s is kept to the millisecond',
  (createdAt) => {
    expect(decodeCursor(encodeCursor({ ...place, createdAt })).createdAt).toEqual(createdAt);
  }
);

test('a cursor needs no escaping in an address', () => {
  expect(encodeCursor(place)).toMatch(/^[A-Za-z0-9_-]+$/);
});

test.each([
  '',
  'abc',
  '%',
  written('123'),
  written('.abc'),
  written('123.'),
  written('-1.abc'),
  written('1.5.abc'),
  written('1e3.abc'),
  written('123.a b'),
  written("123.a' OR 1=1"),
  written('9999999999999999.abc'),
  // The year 33658, which MySQL cannot hold.
  written('999999999999999.abc'),
  written(`123.${'a'.repeat(65)}`),
  written('123.abc\n'),
])('"%s" is no cursor', (text) => {
  expect(() => decodeCursor(text)).toThrow(
    expect.objectContaining({
      status: 400,
      details: expect.objectContaining({ code: 'invalid-request' }),
    })
  );
});
