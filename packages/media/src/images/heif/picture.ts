import { boxesIn, type Box } from '../../metadata/iso/boxes';
import type { Size } from '../exif';

import type { HeifItems } from './items';

/** The main picture of a HEIF file, from its property boxes (ISO/IEC 23008-12, section 6.5). */
export interface HeifPicture extends Size {
  /** ICC profile of the file. */
  icc?: Buffer;
  /** Code of the colour primaries (ITU-T H.273, table 2). */
  primaries?: number;
  /** Whether the picture, or its first tile, is encoded as AV1. */
  isAv1: boolean;
}

/** Maximum number of associations between items and properties that are read. */
const MOST_ASSOCIATIONS = 200_000;

/** ID of the main item (`pitm`). */
const primaryItem = (file: Buffer, box: Box): number =>
  file[box.content] === 0 ? file.readUInt16BE(box.content + 4) : file.readUInt32BE(box.content + 4);

/** Indexes of an item's properties, in order of application (`ipma`). */
const propertiesOf = (file: Buffer, box: Box, item: number): number[] => {
  const version = file.readUInt8(box.content);
  const isWide = (file.readUInt8(box.content + 3) & 1) === 1;
  let at = box.content + 8;
  let left = MOST_ASSOCIATIONS;
  for (let entries = file.readUInt32BE(box.content + 4); entries > 0; entries -= 1) {
    const id = version < 1 ? file.readUInt16BE(at) : file.readUInt32BE(at);
    at += version < 1 ? 2 : 4;
    const count = file.readUInt8(at);
    at += 1;
    left -= count + 1;
    if (left < 0 || at > box.end) {
      break;
    }
    const width = isWide ? 2 : 1;
    if (id === item) {
      return Array.from({ length: count }, (_, index) =>
        isWide ? file.readUInt16BE(at + index * 2) & 0x7fff : file.readUInt8(at + index) & 0x7f
      );
    }
    at += count * width;
  }
  return [];
};

/**
 * Maximum depth of derived items in a HEIF file that is followed. A derived item is computed from other items, such as
 * a grid of tiles.
 */
const MOST_LEVELS = 4;

/** ID of the first encoded part of a picture (`dimg` in `iref`): a tile of a grid, or the picture itself. */
const firstCodedPart = (file: Buffer, iref: Box | undefined, picture: number): number => {
  if (iref === undefined) {
    return picture;
  }
  const isWide = file.readUInt8(iref.content) > 0;
  const size = isWide ? 4 : 2;
  const read = (at: number): number => file.readUIntBE(at, size);
  const references = boxesIn(file, iref.content + 4, iref.end).filter(
    ({ type }) => type === 'dimg'
  );
  let item = picture;
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    const made = references.find(({ content }) => read(content) === item);
    if (made === undefined) {
      break;
    }
    item = read(made.content + size + 2);
  }
  return item;
};

/** Size of a picture after cropping (`clap`), in whole pixels. */
const cutTo = (file: Buffer, { content }: Box): Size => ({
  width: Math.floor(file.readUInt32BE(content) / file.readUInt32BE(content + 4)),
  height: Math.floor(file.readUInt32BE(content + 8) / file.readUInt32BE(content + 12)),
});

/** Adds the content of one property box to the facts about a HEIF picture. */
const applied = (file: Buffer, picture: HeifPicture, box: Box): HeifPicture => {
  const { type, content, end } = box;
  switch (type) {
    case 'ispe':
      return {
        ...picture,
        width: file.readUInt32BE(content + 4),
        height: file.readUInt32BE(content + 8),
      };
    case 'clap':
      return { ...picture, ...cutTo(file, box) };
    case 'irot': {
      const isOnItsSide = file.readUInt8(content) % 2 === 1;
      const { width, height } = picture;
      return isOnItsSide ? { ...picture, width: height, height: width } : picture;
    }
    case 'colr':
      return file.toString('latin1', content, content + 4) === 'nclx'
        ? { ...picture, primaries: file.readUInt16BE(content + 4) }
        : { ...picture, icc: file.subarray(content + 4, end) };
    default:
      return picture;
  }
};

/**
 * Reads size and colours of the main picture from its boxes, independent of the limits of a decoder.
 * @returns the displayed size in pixels, rotated and cropped; undefined if the file does not declare it
 */
export const readHeifPicture = (
  file: Buffer,
  { boxes, items }: HeifItems
): HeifPicture | undefined => {
  const [primary, properties] = [boxes.get('pitm'), boxes.get('iprp')];
  if (primary === undefined || properties === undefined) {
    return undefined;
  }
  try {
    const parts = boxesIn(file, properties.content, properties.end);
    const container = parts.find(({ type }) => type === 'ipco');
    const list = container ? boxesIn(file, container.content, container.end) : [];
    const item = primaryItem(file, primary);
    const boxesOf = (id: number): Box[] =>
      parts
        .filter(({ type }) => type === 'ipma')
        .flatMap((box) => propertiesOf(file, box, id))
        .flatMap((number) => list[number - 1] ?? []);
    const first = firstCodedPart(file, boxes.get('iref'), item);
    const coded = items.find(({ id }) => id === first);
    // Colour boxes of a grid may be attached only to its tiles.
    const colours = boxesOf(first).filter(({ type }) => type === 'colr');
    const unknown: HeifPicture = { width: 0, height: 0, isAv1: coded?.type === 'av01' };
    const picture = [...colours, ...boxesOf(item)].reduce(
      (known, box) => applied(file, known, box),
      unknown
    );
    return picture.width > 0 && picture.height > 0 ? picture : undefined;
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
};
