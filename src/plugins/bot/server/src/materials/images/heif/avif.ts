import { blank, overwrite, type Edits, type Patch } from '../../../bytes/edits';
import { withoutRanges, type Range } from '../../../bytes/ranges';
import { freeBox, makeBox, SHORTEST_BOX, type Box } from '../../iso-box';

import { boxesIn } from './boxes';
import type { HeifItems, Item } from './items';

/** Types of items that are no picture: EXIF, XMP and whatever else has a MIME type or an address. */
const METADATA_ITEMS = new Set(['Exif', 'mime', 'uri ']);

/** The boxes of a file, of its `meta` and of a film that are needed to show it. */
const KEPT_BOXES = new Set([
  'ftyp',
  'styp',
  'meta',
  'mdat',
  'moov',
  'moof',
  'mfra',
  'sidx',
  'mini',
]);
const METADATA_BOXES = new Set(['udta', 'uuid', 'xml ', 'bxml', 'free', 'skip']);

/** Boxes that now say nothing; what a picture takes from inside of them stays. */
const emptied = (file: Buffer, boxes: Box[], kept: Range[]): Patch[] => [
  ...boxes.map(({ start }) => ({ start: start + 4, bytes: Buffer.from('free') })),
  ...withoutRanges(
    boxes.map(({ content, end }) => ({ start: content, end })),
    kept,
    file.length
  ).map(blank),
];

/** A box with less in it, in the room that it had; unless what is over has no room for a box. */
const shrunk = (box: Box, content: Buffer[]): Patch[] => {
  const smaller = makeBox(box.type, Buffer.concat(content));
  const rest = box.end - box.start - smaller.length;
  return rest >= SHORTEST_BOX
    ? [{ start: box.start, bytes: Buffer.concat([smaller, freeBox(rest)]) }]
    : [];
};

const sliceWithout = (file: Buffer, { start, end }: Range, dropped: Range[]): Buffer => {
  const kept = withoutRanges([{ start, end }], dropped, file.length);
  return Buffer.concat(kept.map((range) => file.subarray(range.start, range.end)));
};

/** The number of entries at `at`, less those that went. */
const fewer = (file: Buffer, at: number, size: number, dropped: number): Buffer => {
  const count = Buffer.alloc(size);
  count.writeUIntBE(Math.max(0, file.readUIntBE(at, size) - dropped), 0, size);
  return count;
};

/** Takes items out of the table of names. */
const withoutInfos = (file: Buffer, box: Box, items: Item[]): Patch[] => {
  const size = file.readUInt8(box.content) === 0 ? 2 : 4;
  const at = box.content + 4;
  return shrunk(box, [
    file.subarray(box.content, at),
    fewer(file, at, size, items.length),
    sliceWithout(
      file,
      { start: at + size, end: box.end },
      items.map(({ info }) => info)
    ),
  ]);
};

/** Takes items out of the table of places. */
const withoutLocations = (file: Buffer, box: Box, items: Item[]): Patch[] => {
  const locations = items.flatMap(({ location }) => location ?? []);
  const size = file.readUInt8(box.content) < 2 ? 2 : 4;
  const at = box.content + 6;
  return shrunk(box, [
    file.subarray(box.content, at),
    fewer(file, at, size, locations.length),
    sliceWithout(file, { start: at + size, end: box.end }, locations),
  ]);
};

/** Takes out what says which picture an item belongs to. */
const withoutReferences = (file: Buffer, box: Box, heif: HeifItems, items: Item[]): Patch[] => {
  const ids = new Set(items.map(({ id }) => id));
  const dropped = heif.references.filter(({ from }) => ids.has(from)).map((one) => one.box);
  return shrunk(box, [sliceWithout(file, { start: box.content, end: box.end }, dropped)]);
};

/** Boxes of metadata in a film, at the levels where programs put them. */
const filmMetadata = (file: Buffer, film: Box): Box[] =>
  boxesIn(file, { start: film.content, end: film.end }).flatMap((box) =>
    box.type === 'trak'
      ? filmMetadata(file, box)
      : METADATA_BOXES.has(box.type) || box.type === 'meta'
        ? [box]
        : []
  );

const isMetadata = ({ type }: Item): boolean => METADATA_ITEMS.has(type);

/** Where the pictures stand. */
const keptExtents = ({ items }: HeifItems): Range[] =>
  [...items.values()].filter((item) => !isMetadata(item)).flatMap(({ extents }) => extents);

const itemPatches = (file: Buffer, heif: HeifItems): Patch[] => {
  const metadata = [...heif.items.values()].filter(isMetadata);
  if (metadata.length === 0) {
    return [];
  }
  // Tables of the file that a wrong place may point to.
  const tables = [...heif.boxes.values()].filter(({ type }) => type !== 'idat' && type !== 'meta');
  const within = (type: string, patch: (box: Box) => Patch[]): Patch[] => {
    const box = heif.boxes.get(type);
    return box === undefined ? [] : patch(box);
  };
  const bytes = withoutRanges(
    metadata.flatMap(({ extents }) => extents),
    [...keptExtents(heif), ...tables],
    file.length
  );
  return [
    ...within('iinf', (box) => withoutInfos(file, box, metadata)),
    ...within('iloc', (box) => withoutLocations(file, box, metadata)),
    ...within('iref', (box) => withoutReferences(file, box, heif, metadata)),
    ...bytes.map(blank),
  ];
};

/**
 * Takes from an AVIF what was written beside its pixels, in place: no byte that stays moves, since
 * the file is full of offsets. How it is to be turned is no metadata there and stays.
 */
export const cleanAvif = (file: Buffer, heif: HeifItems): Edits => {
  const boxes = boxesIn(file, { start: 0, end: file.length });
  const inMeta = [...heif.boxes.values()].filter(({ type }) => METADATA_BOXES.has(type));
  const inFilm = boxes
    .filter(({ type }) => type === 'moov')
    .flatMap((film) => filmMetadata(file, film));
  const other = boxes.filter(({ type }) => !KEPT_BOXES.has(type));
  const kept = keptExtents(heif);
  // What follows the last box belongs to nothing, if no picture takes it from there.
  const end = kept.reduce((last, extent) => Math.max(last, extent.end), boxes.at(-1)?.end ?? 0);
  const patches = [
    ...emptied(file, [...inMeta, ...inFilm, ...other], kept),
    ...itemPatches(file, heif),
  ];
  return overwrite(Math.min(end, file.length), patches);
};
