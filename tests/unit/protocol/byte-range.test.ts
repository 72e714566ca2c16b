import { parseByteRange } from '../../../src/plugins/bot/server/src/core/protocol/headers/byte-range';

test.each<[string, number, ReturnType<typeof parseByteRange>]>([
  ['bytes=0-0', 10, { start: 0, end: 0 }],
  ['bytes=2-5', 10, { start: 2, end: 5 }],
  ['BYTES=2-5', 10, { start: 2, end: 5 }],
  ['bytes= 2-5 ,', 10, { start: 2, end: 5 }],
  ['bytes=12-34', 100, { start: 12, end: 34 }],
  ['bytes=2-', 10, { start: 2, end: 9 }],
  ['bytes=9-9', 10, { start: 9, end: 9 }],
  ['bytes=2-99', 10, { start: 2, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-99', 10, { start: 0, end: 9 }],
  ['bytes=0-1,20-30', 10, { start: 0, end: 1 }],
])('%s of %d bytes is a part', (header, size, range) => {
  expect(parseByteRange(header, size)).toEqual(range);
});

test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=20-30,40-50'])(
  '%s lies outside of 10 bytes',
  (header) => {
    expect(parseByteRange(header, 10)).toBe('unsatisfiable');
  }
);

test.each([
  '',
  'bytes=',
  'bytes=,',
  'bytes=-',
  'bytes=5-2',
  'bytes=a-b',
  'bytes=x2-5',
  'bytes=2-5x',
  'bytes=0-1,x',
  'bytes=0-1,3-4',
  'items=0-1',
  'xbytes=0-1',
  'bytes',
])('%j asks for all', (header) => {
  expect(parseByteRange(header, 10)).toBeUndefined();
});
