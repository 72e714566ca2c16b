import {
  decodeChangeCursor,
  decodeCursor,
  decodeMaterialCursor,
  encodeChangeCursor,
  encodeCursor,
  encodeMaterialCursor,
  START,
} from '../../src/plugins/bot/server/src/core/protocol/cursor';

import { refusalOf } from './protocol/refusals';

const place = { createdAt: new Date('2026-03-01T12:00:00.123Z'), id: 'abcdefghijklmnopqrstuvwx' };

/** Encodes a string like a cursor. */
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

test.each(['2026-03-01 12:00:00.123456', '2026-03-01 12:00:00', '2026-03-01T12:00:00.1+01'])(
  'a time as a database writes it is kept with all its digits: %s',
  (createdAt) => {
    expect(decodeCursor(encodeCursor({ ...place, createdAt }))).toEqual({ ...place, createdAt });
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
  // The year 33658, which MySQL cannot store.
  written('999999999999999.abc'),
  written(`123.${'a'.repeat(65)}`),
  written('123.abc\n'),
  written('2026-02-31 12:00:00.123456@abc'),
  written('2026-03-01 25:00:00@abc'),
  written("2026-03-01 12:00:00'@abc"),
])('"%s" is no cursor', (text) => {
  expect(() => decodeCursor(text)).toThrow(
    expect.objectContaining({
      status: 400,
      details: expect.objectContaining({ code: 'invalid-request' }),
    })
  );
});

/** Maximum of a row id column; PostgreSQL answers larger numbers with an error. */
const LARGEST = 2_147_483_647;

test.each([0, 42, LARGEST])('a cursor of materials is read as row %d', (row) => {
  expect(decodeMaterialCursor(encodeMaterialCursor(row))).toBe(row);
});

test.each([
  written('42'),
  written('material.'),
  written('material.-1'),
  written('material.1x'),
  written('a material.1'),
  written('material.01234567890'),
  encodeMaterialCursor(LARGEST + 1),
  encodeCursor(place),
])('"%s" is no cursor of materials', (text) => {
  expect(refusalOf(() => decodeMaterialCursor(text))).toMatchObject({
    code: 'invalid-request',
    errors: [['cursor', 'cursor must be one from the Link header of an earlier answer']],
  });
});

test.each([START, { number: 42, change: 'a1' }, { number: LARGEST, change: 'b'.repeat(64) }])(
  'a place in the feed is read as it was written: %j',
  (cursor) => {
    expect(decodeChangeCursor(encodeChangeCursor(cursor))).toEqual(cursor);
  }
);

test.each([
  written('42'),
  written('42.'),
  written('x42.a'),
  written('42.a!'),
  written('42.A'),
  written('00000000042.a'),
  written(`42.${'a'.repeat(65)}`),
  encodeChangeCursor({ number: LARGEST + 1, change: 'a' }),
])('"%s" is no place in the feed', (text) => {
  expect(refusalOf(() => decodeChangeCursor(text))).toMatchObject({
    code: 'invalid-request',
    errors: [['after', 'after must be "latest" or the "next" of an earlier answer']],
  });
});
