import { decodeCursor, encodeCursor } from '../../src/api/work/services/cursor';

const position = { publishedAt: new Date(1_700_000_000_123), id: 42 };
const write = (text: string) => Buffer.from(text).toString('base64url');

test('a cursor reads back as the position it was made of', () => {
  expect(decodeCursor(encodeCursor(position))).toEqual(position);
});

test('a cursor needs no escaping in an address', () => {
  expect(encodeCursor(position)).toMatch(/^[\w-]+$/);
});

test.each([
  ['empty', ''],
  ['not a cursor', 'hello'],
  ['padded', `${encodeCursor(position)}=`],
  ['with more behind it', `${encodeCursor(position)}!`],
  ['no id', write('1700000000123')],
  ['a negative time', write('-1.1')],
  ['a time that is no date', write('8640000000000001.1')],
  ['a year that MySQL cannot hold', write('999999999999999.1')],
  ['an id that no database has', write('1.2147483648')],
  ['leading zeros', write('01.1')],
])('%s: null', (_case, cursor) => {
  expect(decodeCursor(cursor)).toBeNull();
});
