import type { Range } from '../../../bytes/ranges';

/** Bytes of one value by the type of a field (TIFF 6.0, section 2; types 16 to 18 are of BigTIFF). */
const TYPE_SIZES: Record<number, number> = {
  ...{ 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4 },
  ...{ 16: 8, 17: 8, 18: 8 },
};

/** One field of a directory. */
export interface Field {
  tag: number;
  type: number;
  count: number;
  /** Where the entry itself stands. */
  entry: Range;
  /** Where its values stand: in the entry, or elsewhere. */
  values: Range;
}

/** A directory: one picture, or what belongs to one. */
export interface Directory {
  start: number;
  /** The end, the link to the next directory included. */
  end: number;
  fields: Field[];
  /** Where the next one stands; 0 for none. */
  next: number;
}

/** How a TIFF writes numbers. */
export interface Layout {
  isLittle: boolean;
  /** BigTIFF: offsets have 8 bytes. */
  isBig: boolean;
  /** Bytes of the number of fields, of a field, and of an offset. */
  countSize: number;
  entrySize: number;
  offsetSize: number;
}

/**
 * What is read of one file at most, of whatever it says: directories that lie over each other make
 * a small file endless. The strips and pages of real files are far fewer.
 */
const MOST_VALUES = 4_000_000;
const MOST_FIELDS = 1_000_000;

/** Reads numbers of a TIFF; what lies beyond its end reads as 0. */
export class TiffReader {
  private valuesLeft = MOST_VALUES;
  private fieldsLeft = MOST_FIELDS;

  constructor(
    readonly bytes: Buffer,
    readonly layout: Layout
  ) {}

  /** @param size 1, 2, 4 or 8 bytes */
  number(at: number, size: number): number {
    if (at < 0 || at + size > this.bytes.length) {
      return 0;
    }
    if (size === 8) {
      const { bytes, layout } = this;
      return Number(layout.isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
    }
    return this.layout.isLittle ? this.bytes.readUIntLE(at, size) : this.bytes.readUIntBE(at, size);
  }

  /** The whole numbers of a field. */
  values({ type, count, values }: Field): number[] {
    const size = TYPE_SIZES[type] ?? 1;
    const room = Math.max(0, Math.floor((values.end - values.start) / size));
    const length = Math.min(count, this.valuesLeft, room);
    this.valuesLeft -= length;
    return Array.from({ length }, (_, index) => this.number(values.start + index * size, size));
  }

  /** @throws RangeError if no directory can stand there */
  directory(start: number): Directory {
    const { countSize, entrySize, offsetSize } = this.layout;
    const count = this.number(start, countSize);
    const end = start + countSize + count * entrySize + offsetSize;
    if (
      start < 8 ||
      count === 0 ||
      end - offsetSize > this.bytes.length ||
      count > this.fieldsLeft
    ) {
      throw new RangeError(`There is no directory at ${start}`);
    }
    this.fieldsLeft -= count;
    const fields = Array.from({ length: count }, (_, index) =>
      this.field(start + countSize + index * entrySize)
    );
    return { start, end, fields, next: this.number(end - offsetSize, offsetSize) };
  }

  private field(at: number): Field {
    const { entrySize, offsetSize } = this.layout;
    const type = this.number(at + 2, 2);
    const count = this.number(at + 4, offsetSize);
    const size = (TYPE_SIZES[type] ?? 1) * count;
    const inline = at + 4 + offsetSize;
    const start = size <= offsetSize ? inline : this.number(inline, offsetSize);
    return {
      tag: this.number(at, 2),
      type,
      count,
      entry: { start: at, end: at + entrySize },
      values: { start, end: Math.min(start + size, this.bytes.length) },
    };
  }
}

/** @returns undefined for what is no TIFF */
export const openTiff = (bytes: Buffer): { reader: TiffReader; first: number } | undefined => {
  const order = bytes.toString('latin1', 0, 2);
  if (bytes.length < 16 || (order !== 'II' && order !== 'MM')) {
    return undefined;
  }
  const isLittle = order === 'II';
  const isBig = (isLittle ? bytes.readUInt16LE(2) : bytes.readUInt16BE(2)) === 43;
  const layout = isBig
    ? { isLittle, isBig, countSize: 8, entrySize: 20, offsetSize: 8 }
    : { isLittle, isBig, countSize: 2, entrySize: 12, offsetSize: 4 };
  const reader = new TiffReader(bytes, layout);
  return { reader, first: reader.number(isBig ? 8 : 4, layout.offsetSize) };
};
