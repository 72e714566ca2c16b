import { readHeifItems } from '../src/images/heif/items';
import { readHeifPicture } from '../src/images/heif/picture';
import { box } from '../../../tests/support/box';

const number = (value: number, size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(value, 0, size);
  return bytes;
};
const fullBox = (type: string, version: number, ...content: Buffer[]): Buffer =>
  box(type, number(version, 1), number(0, 3), ...content);

interface Heif {
  /** Property boxes of the file. Their numbers start at 1. */
  properties: Buffer[];
  /** Property numbers by item ID. */
  associations: Record<number, number[]>;
  types?: Record<number, string>;
  /** IDs of the items that an item is derived from. */
  parts?: Record<number, number[]>;
  primary?: number;
  /** Bytes of an item ID: 2, or 4 in boxes of version 1. */
  width?: 2 | 4;
}

const entriesOf = <Value>(values: Record<number, Value>): [number, Value][] =>
  Object.entries(values).map(([id, value]) => [Number(id), value]);

const heif = ({
  properties,
  associations,
  types = {},
  parts = {},
  primary = 1,
  width = 2,
}: Heif) => {
  const version = width === 2 ? 0 : 1;
  const id = (value: number) => number(value, width);
  const infos = entriesOf(types).map(([item, type]) =>
    fullBox('infe', 2, number(item, 2), number(0, 2), Buffer.from(`${type}\0`, 'latin1'))
  );
  const associated = entriesOf(associations).flatMap(([item, numbers]) => [
    id(item),
    number(numbers.length, 1),
    Buffer.from(numbers),
  ]);
  const references = entriesOf(parts).map(([item, of]) =>
    box('dimg', id(item), number(of.length, 2), ...of.map(id))
  );
  return box(
    'meta',
    number(0, 4),
    fullBox('pitm', version, id(primary)),
    fullBox('iinf', 0, number(infos.length, 2), ...infos),
    fullBox('iref', version, ...references),
    box(
      'iprp',
      box('ipco', ...properties),
      fullBox('ipma', version, number(Object.keys(associations).length, 4), ...associated)
    )
  );
};

const size = (width: number, height: number) =>
  fullBox('ispe', 0, number(width, 4), number(height, 4));
const turn = (quarters: number) => box('irot', number(quarters, 1));

const pictureIn = (file: Buffer) => {
  const items = readHeifItems(file);
  return items && readHeifPicture(file, items);
};

const TILES = Array.from({ length: 48 }, (_, index) => index + 2);

test.each([2, 4] as const)(
  'a turned grid of 48 tiles, with numbers of %i bytes, has the size that is seen',
  (width) => {
    const tiles = Object.fromEntries(TILES.map((id) => [id, [1]]));
    const file = heif({
      properties: [size(512, 512), size(4032, 3024), turn(3)],
      associations: { 1: [2, 3], ...tiles },
      types: { 1: 'grid', 2: 'hvc1' },
      parts: { 1: TILES },
      width,
    });
    expect(pictureIn(file)).toEqual({ width: 3024, height: 4032, isAv1: false });
  }
);

test.each([
  ['turned by half', [size(40, 30), turn(2)], { width: 40, height: 30 }],
  [
    'cut before it is turned',
    [
      size(40, 30),
      box('clap', ...[38, 1, 20, 1, 0, 1, 0, 1].map((one) => number(one, 4))),
      turn(1),
    ],
    { width: 20, height: 38 },
  ],
  [
    'with colours of a wide space',
    [size(40, 30), box('colr', Buffer.from('nclx'), number(12, 2))],
    { width: 40, height: 30, primaries: 12 },
  ],
  [
    'with a profile',
    [size(40, 30), box('colr', Buffer.from('prof'), Buffer.from('ICC'))],
    { width: 40, height: 30, icc: Buffer.from('ICC') },
  ],
])('a picture %s', (_what, properties, picture) => {
  const associations = { 1: properties.map((_, index) => index + 1) };
  const file = heif({ properties, associations, types: { 1: 'av01' } });
  expect(pictureIn(file)).toEqual({ ...picture, isAv1: true });
});

test('items that are made of each other are followed to an end', () => {
  const file = heif({
    properties: [size(40, 30)],
    associations: { 1: [1] },
    types: { 1: 'grid', 2: 'grid' },
    parts: { 1: [2], 2: [1] },
  });
  expect(pictureIn(file)).toEqual({ width: 40, height: 30, isAv1: false });
});

test('of a file that says no size, or ends at any place, nothing is known, and nothing breaks', () => {
  const without = heif({ properties: [turn(1)], associations: { 1: [1] }, types: { 1: 'hvc1' } });
  expect(pictureIn(without)).toBeUndefined();
  const complete = heif({
    properties: [size(40, 30), turn(1)],
    associations: { 1: [1, 2] },
    types: { 1: 'hvc1' },
  });
  expect(pictureIn(complete)).toEqual({ width: 30, height: 40, isAv1: false });
  for (let end = 0; end < complete.length; end += 1) {
    expect(() => pictureIn(complete.subarray(0, end))).not.toThrow();
  }
});
