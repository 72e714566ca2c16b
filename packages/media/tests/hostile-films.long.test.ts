import { applyEdits, keepAll } from '../src/bytes/edits';
import { bytesInMemory } from '../src/bytes/received-bytes';
import { filmEdits } from '../src/metadata/film-edits';
import { box } from '../../../tests/support/box';

/** More than the allowed number of arguments of a function call. */
const MANY = 180_000;

const chunks = Buffer.concat([Buffer.alloc(8), Buffer.alloc(MANY * 4, 1)]);
const handler = box('hdlr', Buffer.from('\0\0\0\0\0\0\0\0meta'.padEnd(25, '\0'), 'latin1'));
const telemetry = box(
  'moov',
  box('trak', box('mdia', handler, box('minf', box('stbl', box('stco', chunks)))))
);

test.each<[string, string, Buffer]>([
  [
    'boxes',
    'video/mp4',
    Buffer.concat([box('moov'), ...Array.from({ length: MANY }, () => box('gps '))]),
  ],
  ['chunks of telemetry', 'video/mp4', telemetry],
  [
    'boxes in a track',
    'video/mp4',
    box('moov', box('trak', Buffer.concat(Array.from({ length: MANY }, () => box('gps '))))),
  ],
  [
    'tags',
    'video/matroska',
    Buffer.concat([
      Buffer.from('1a45dfa380' + '18538067' + '01ffffffffffffff', 'hex'),
      ...Array.from({ length: MANY }, () => Buffer.from('1254c36780', 'hex')),
    ]),
  ],
])('a film of very many %s is cleaned, and others have their turn', async (_what, mime, film) => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const edits = await filmEdits(bytesInMemory(film), mime);
  clearInterval(timer);
  // A table is read in a single step, so no other work can run meanwhile.
  if (film !== telemetry) expect(turns).toBeGreaterThan(3);
  expect(edits).not.toEqual(keepAll(film.length));
  expect(applyEdits(film, edits).includes('gps ')).toBe(false);
});

/** Content that does not continue the start of a video. */
const others = Buffer.alloc(5_000, 'not a film');

test.each<[string, string, Buffer]>([
  ['no movie in it', 'video/quicktime', Buffer.concat([box('free'), others])],
  ['a movie with a hole', 'video/mp4', box('moov', box('udta'), others, box('trak'))],
  ['a track with a hole', 'video/mp4', box('moov', box('trak', box('tkhd'), others))],
  ['a movie that was cut off', 'video/mp4', box('moov', box('udta', others)).subarray(0, 2_000)],
  [
    'a header of Matroska before something else',
    'video/matroska',
    Buffer.concat([Buffer.from('1a45dfa380', 'hex'), others]),
  ],
  [
    'a segment of Matroska with a hole',
    'video/webm',
    Buffer.concat([Buffer.from('1a45dfa380' + '18538067' + '01ffffffffffffff', 'hex'), others]),
  ],
])('nothing is overwritten in a film with %s', async (_what, mime, film) => {
  expect(await filmEdits(bytesInMemory(film), mime)).toEqual(keepAll(film.length));
});
