import type { Range } from '../../bytes/ranges';
import { boxesIn, type Box } from '../../metadata/iso/boxes';

/** An item of a HEIF file: a picture, a part of a picture, or metadata (ISO/IEC 23008-12). */
export interface Item {
  id: number;
  /** Four-character type: `hvc1`, `av01`, `grid`, `Exif`, `mime` ... */
  type: string;
  /** Range from the item's type to the end of its `infe` box. */
  named: Range;
  /** Ranges of the item's bytes in the file, from `iloc`. */
  extents: Range[];
}

/** Content of a HEIF file's `meta` box. */
export interface HeifItems {
  /** The `meta` box and the boxes in it, keyed by type. */
  boxes: Map<string, Box>;
  items: Item[];
}

/**
 * Maximum number of extents read from the `iloc` box of a HEIF file. Even a small box can declare very many, because an
 * extent may take 0 bytes in the box.
 */
const MOST_ENTRIES = 200_000;

/** Reads integers of a full box, starting after its version and flags. */
const openFull = (file: Buffer, { content, end }: Box) => {
  const cursor = {
    at: content,
    /** Reads the next integer. @param size 0 to 8 bytes; 0 bytes read as 0 @throws RangeError at the end of the box */
    number(size: number): number {
      const start = cursor.at;
      if (start + size > end) {
        throw new RangeError('The box ends too soon');
      }
      cursor.at += size;
      return size === 0 ? 0 : Number(`0x${file.toString('hex', start, start + size)}`);
    },
  };
  const version = cursor.number(1);
  cursor.number(3);
  return { cursor, version };
};

const readInfo = (file: Buffer, box: Box): [id: number, item: Item] => {
  const { cursor, version } = openFull(file, box);
  const id = cursor.number(version < 3 ? 2 : 4);
  cursor.number(2);
  const typeAt = cursor.at;
  const type = file.toString('latin1', typeAt, typeAt + 4);
  return [id, { id, type, named: { start: typeAt, end: box.end }, extents: [] }];
};

const readInfos = (file: Buffer, box: Box): Map<number, Item> => {
  const { cursor, version } = openFull(file, box);
  cursor.number(version === 0 ? 2 : 4);
  const entries = boxesIn(file, cursor.at, box.end).filter(({ type }) => type === 'infe');
  return new Map(entries.map((entry) => readInfo(file, entry)));
};

/**
 * Sets the extents of items from an `iloc` box. @param data content of the `idat` box, to which some offsets are
 * relative
 */
const readLocations = (file: Buffer, box: Box, data: Range, items: Map<number, Item>): void => {
  const wholeFile = { start: 0, end: file.length };
  const { cursor, version } = openFull(file, box);
  const sizes = cursor.number(2);
  const [offsetSize, lengthSize] = [(sizes >> 12) & 15, (sizes >> 8) & 15];
  const baseSize = (sizes >> 4) & 15;
  const indexSize = version === 0 ? 0 : sizes & 15;
  let entries = 0;
  for (let count = cursor.number(version < 2 ? 2 : 4); count > 0; count -= 1) {
    const id = cursor.number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : cursor.number(2) & 15;
    cursor.number(2);
    const base = cursor.number(baseSize);
    const place = method === 1 ? data : wholeFile;
    const extents: Range[] = [];
    for (let left = cursor.number(2); left > 0; left -= 1) {
      entries += 1;
      if (entries > MOST_ENTRIES) {
        throw new RangeError('Too many extents');
      }
      cursor.number(indexSize);
      const start = place.start + base + cursor.number(offsetSize);
      const length = cursor.number(lengthSize);
      // A length of 0 means the rest of the file or `idat` box.
      extents.push({ start, end: length === 0 ? place.end : start + length });
    }
    const item = items.get(id);
    if (item !== undefined && method <= 1) {
      item.extents = extents;
    }
  }
};

/** Reads the items of a HEIF or AVIF file. @returns undefined if there are none or they are unreadable */
export const readHeifItems = (file: Buffer): HeifItems | undefined => {
  try {
    const meta = boxesIn(file, 0, file.length).find(({ type }) => type === 'meta');
    if (meta === undefined) {
      return undefined;
    }
    const boxes = new Map(boxesIn(file, meta.content + 4, meta.end).map((box) => [box.type, box]));
    boxes.set('meta', meta);
    const [info, locations, idat] = ['iinf', 'iloc', 'idat'].map((type) => boxes.get(type));
    const items = info === undefined ? new Map<number, Item>() : readInfos(file, info);
    if (locations !== undefined) {
      const data = { start: idat?.content ?? 0, end: idat?.end ?? file.length };
      readLocations(file, locations, data, items);
    }
    return { boxes, items: [...items.values()] };
  } catch {
    return undefined;
  }
};
