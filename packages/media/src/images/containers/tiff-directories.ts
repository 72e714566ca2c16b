import type { Range } from '../../bytes/ranges';
import { BrokenContainer } from '../../errors';

/** Bytes per value, indexed by field type (TIFF 6.0, section 2). */
const TYPE_SIZES = [1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
const OFFSET_BYTES = 4;

export interface Field {
  tag: number;
  size: number;
  count: number;
  entry: Buffer;
  /** Byte range of the TIFF field's values, inside the field's directory entry or elsewhere in the file. */
  values: Range;
}

export interface Directory extends Range {
  fields: Field[];
  /** Offset of the next TIFF directory; 0 if there is none. */
  next: number;
}

/**
 * Maximum number of values and directory entries read from a TIFF file. Overlapping TIFF directories could make reading
 * a small file endless; real files have far fewer strips and pages.
 */
const MOST_NUMBERS = 4_000_000;

/** Reads the directories of a TIFF of up to 4 GiB. Bytes beyond the end of the file read as 0. */
export class TiffReader {
  private left = MOST_NUMBERS;

  constructor(
    readonly bytes: Buffer,
    readonly isLittle: boolean
  ) {}

  get first(): number {
    return this.number(4, OFFSET_BYTES);
  }

  private number(at: number, size: number): number {
    if (at + size > this.bytes.length) {
      return 0;
    }
    return this.isLittle ? this.bytes.readUIntLE(at, size) : this.bytes.readUIntBE(at, size);
  }

  private take(count: number): void {
    this.left -= count;
    if (this.left < 0) {
      throw new BrokenContainer();
    }
  }

  /**
   * Integer values of all fields of a TIFF directory that have the tag `tag`.
   * @throws BrokenContainer
   */
  numbers({ fields }: Directory, tag: number): number[] {
    return fields.filter((field) => field.tag === tag).flatMap((field) => this.values(field));
  }

  /**
   * Integer values of a TIFF field, up to four bytes each.
   * @throws BrokenContainer
   */
  values({ size, count, values: { start, end } }: Field): number[] {
    if (size > OFFSET_BYTES || start + size * count > end) {
      throw new BrokenContainer();
    }
    this.take(count);
    return Array.from({ length: count }, (_, index) => this.number(start + index * size, size));
  }

  /**
   * Reads the TIFF directory at the offset `start`.
   * @throws BrokenContainer if the offset or the directory's number of entries is invalid
   */
  directory(start: number): Directory {
    const count = this.number(start, 2);
    const end = start + 2 + count * ENTRY_BYTES;
    if (start < HEADER_BYTES || count === 0 || end > this.bytes.length) {
      throw new BrokenContainer();
    }
    this.take(count);
    const fields = Array.from({ length: count }, (_, index) =>
      this.field(start + 2 + index * ENTRY_BYTES)
    );
    return { start, end: end + OFFSET_BYTES, fields, next: this.number(end, OFFSET_BYTES) };
  }

  private field(at: number): Field {
    const size = TYPE_SIZES[this.number(at + 2, 2)] ?? 1;
    const count = this.number(at + 4, 4);
    const inline = at + 8;
    const start = size * count <= OFFSET_BYTES ? inline : this.number(inline, OFFSET_BYTES);
    return {
      tag: this.number(at, 2),
      size,
      count,
      entry: this.bytes.subarray(at, at + ENTRY_BYTES),
      values: { start, end: Math.min(start + size * count, this.bytes.length) },
    };
  }
}

/** Opens a TIFF. @returns undefined if the bytes are not TIFF; BigTIFF, which no camera writes, is not supported */
export const openTiff = (bytes: Buffer): TiffReader | undefined => {
  const magic = bytes.toString('latin1', 0, 4);
  return magic === 'II*\0' || magic === 'MM\0*'
    ? new TiffReader(bytes, magic === 'II*\0')
    : undefined;
};
