import type { Range } from '../../bytes/ranges';
import { boxesIn, type Box } from '../../metadata/iso/boxes';

/** One thing that a HEIF file holds: a picture, a part of one, or metadata (ISO/IEC 23008-12). */
export interface Item {
  id: number;
  /** Four letters: `hvc1`, `av01`, `grid`, `Exif`, `mime` ... */
  type: string;
  /** The box in `iinf` that names it, and where in there its type stands. */
  info: Range;
  typeAt: number;
  /** Its bytes in the file, as `iloc` places them. */
  extents: Range[];
}

interface Reference {
  type: string;
  from: number;
  to: number[];
}

/** The `meta` box of a HEIF file, read. */
export interface HeifItems {
  boxes: Map<string, Box>;
  primary: number;
  items: Map<number, Item>;
  references: Reference[];
  /** The property boxes of an item. */
  propertiesOf: (id: number) => Box[];
}

/** Entries of all tables together that are read at most; an entry may take no byte at all. */
const MOST_ENTRIES = 200_000;

/** Reads whole numbers one after the other. @throws RangeError at the end of the range */
class Cursor {
  constructor(
    private readonly file: Buffer,
    public at: number,
    private readonly end: number
  ) {}

  /** @param size 0 to 8 bytes; 0 reads as 0 */
  number(size: number): number {
    const start = this.at;
    if (start + size > this.end) {
      throw new RangeError('The box ends too soon');
    }
    this.at += size;
    if (size === 0) {
      return 0;
    }
    return size === 8
      ? Number(this.file.readBigUInt64BE(start))
      : this.file.readUIntBE(start, size);
  }
}

/** Behind the version and flags that such a box starts with. */
const openFull = (file: Buffer, box: Box) => {
  const cursor = new Cursor(file, box.content, box.end);
  const version = cursor.number(1);
  const flags = cursor.number(3);
  return { cursor, version, flags };
};

const readPrimary = (file: Buffer, box: Box): number => {
  const { cursor, version } = openFull(file, box);
  return cursor.number(version === 0 ? 2 : 4);
};

const readInfo = (file: Buffer, box: Box): Item => {
  const { cursor, version } = openFull(file, box);
  const id = cursor.number(version < 3 ? 2 : 4);
  cursor.number(2);
  const typeAt = cursor.at;
  const type = file.toString('latin1', typeAt, typeAt + 4);
  return { id, type, typeAt, info: box, extents: [] };
};

const readInfos = (file: Buffer, box: Box): Item[] => {
  const { cursor, version } = openFull(file, box);
  cursor.number(version === 0 ? 2 : 4);
  return boxesIn(file, cursor.at, box.end)
    .filter(({ type }) => type === 'infe')
    .map((info) => readInfo(file, info));
};

/** @param data what the `idat` box holds: where some extents are counted from */
const readLocations = (
  file: Buffer,
  box: Box,
  data: Range,
  found: (id: number, extents: Range[]) => void
): void => {
  const whole = { start: 0, end: file.length };
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
    const place = method === 1 ? data : whole;
    const extents: Range[] = [];
    for (let left = cursor.number(2); left > 0; left -= 1) {
      entries += 1;
      if (entries > MOST_ENTRIES) {
        throw new RangeError('Too many extents');
      }
      cursor.number(indexSize);
      const start = place.start + base + cursor.number(offsetSize);
      const length = cursor.number(lengthSize);
      // A length of 0 stands for all that follows.
      extents.push({ start, end: length === 0 ? place.end : start + length });
    }
    found(id, method > 1 ? [] : extents);
  }
};

const readReferences = (file: Buffer, box: Box): Reference[] => {
  const { cursor, version } = openFull(file, box);
  const size = version === 0 ? 2 : 4;
  return boxesIn(file, cursor.at, box.end).map((reference) => {
    const inside = new Cursor(file, reference.content, reference.end);
    const from = inside.number(size);
    const to = Array.from({ length: inside.number(2) }, () => inside.number(size));
    return { type: reference.type, from, to };
  });
};

/** Item -> numbers of its properties, counted from 1. */
const readAssociations = (file: Buffer, box: Box): Map<number, number[]> => {
  const { cursor, version, flags } = openFull(file, box);
  const isWide = (flags & 1) === 1;
  const found = new Map<number, number[]>();
  for (let count = Math.min(MOST_ENTRIES, cursor.number(4)); count > 0; count -= 1) {
    const id = cursor.number(version < 1 ? 2 : 4);
    const properties = Array.from({ length: cursor.number(1) }, () =>
      isWide ? cursor.number(2) & 0x7fff : cursor.number(1) & 0x7f
    );
    found.set(id, properties);
  }
  return found;
};

/** Reads the items of a HEIF or AVIF file. @returns undefined if it has none, or they cannot be read */
export const readHeifItems = (file: Buffer): HeifItems | undefined => {
  try {
    const meta = boxesIn(file, 0, file.length).find(({ type }) => type === 'meta');
    if (meta === undefined) {
      return undefined;
    }
    const boxes = new Map(boxesIn(file, meta.content + 4, meta.end).map((box) => [box.type, box]));
    boxes.set('meta', meta);
    const read = <Value>(type: string, reader: (box: Box) => Value): Value | undefined => {
      const box = boxes.get(type);
      return box && reader(box);
    };

    const infos = read('iinf', (box) => readInfos(file, box)) ?? [];
    const items = new Map(infos.map((item) => [item.id, item]));
    const idat = boxes.get('idat');
    const data = { start: idat?.content ?? 0, end: idat?.end ?? file.length };
    read('iloc', (box) =>
      readLocations(file, box, data, (id, extents) => {
        const item = items.get(id);
        if (item !== undefined) {
          item.extents = extents;
        }
      })
    );
    const iprp = read('iprp', (box) => boxesIn(file, box.content, box.end)) ?? [];
    const ipco = iprp.find(({ type }) => type === 'ipco');
    const properties = ipco ? boxesIn(file, ipco.content, ipco.end) : [];
    const associations = new Map(
      iprp.filter(({ type }) => type === 'ipma').flatMap((box) => [...readAssociations(file, box)])
    );
    return {
      boxes,
      primary: read('pitm', (box) => readPrimary(file, box)) ?? 0,
      items,
      references: read('iref', (box) => readReferences(file, box)) ?? [],
      propertiesOf: (id) =>
        (associations.get(id) ?? []).flatMap((number) => properties[number - 1] ?? []),
    };
  } catch {
    return undefined;
  }
};
