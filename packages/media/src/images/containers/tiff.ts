import { blanks, keepAll, overwrite, write } from '../../bytes/edits';
import { withoutRanges, type Range } from '../../bytes/ranges';
import { BrokenContainer, ifBroken } from '../../errors';
import { sizeSeen } from '../exif';

import { cleaned, type Cleaned } from './cleaned';
import { openTiff, type Directory, type Field, type TiffReader } from './tiff-directories';

/** Numbers of TIFF tags that this module uses (TIFF 6.0, TIFF technical notes, libtiff's tiff.h). */
const TAG = {
  WIDTH: 256,
  HEIGHT: 257,
  COMPRESSION: 259,
  PHOTOMETRIC: 262,
  STRIP_OFFSETS: 273,
  ORIENTATION: 274,
  STRIP_LENGTHS: 279,
  TILE_OFFSETS: 324,
  TILE_LENGTHS: 325,
  SUB_DIRECTORIES: 330,
  JPEG_OFFSET: 513,
  JPEG_LENGTH: 514,
  JPEG_TABLES: [519, 520, 521],
  EXIF: 34665,
  GPS: 34853,
  INTEROPERABILITY: 40965,
} as const;

/** TIFF tags that point to directories of metadata. */
const METADATA_DIRECTORIES = new Set<number>([TAG.EXIF, TAG.GPS, TAG.INTEROPERABILITY]);

const span = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** TIFF tags that are needed to decode a picture, print it at its size and display its colours. */
const KEPT_TAGS = new Set<number>([
  ...span(254, 259),
  ...span(262, 266),
  ...[273, 274, ...span(277, 284), 286, 287],
  ...span(290, 293),
  ...[296, 297, 301, ...span(317, 328), 330],
  ...[332, 333, 334, 336, ...span(338, 342), 346, 347],
  ...[512, 513, 514, 515, 517, ...span(518, 521), ...span(529, 532), 559],
  // Old and private tags: SGI depth and type, prepress images, colour profile, LERC.
  ...[...span(32995, 32998), ...span(34016, 34030), 34675, 37439, 50674],
]);

/** Photometric values of raw sensor data, which is not a viewable picture. */
const RAW_PHOTOMETRICS = new Set<number>([32803, 34892]);

/**
 * Reads the TIFF directories of all pages in a TIFF file and their subdirectories.
 * @throws BrokenContainer for an invalid or circular link between directories
 */
const readPages = (reader: TiffReader): Directory[] => {
  const found = new Map<number, Directory>();
  const waiting = [reader.first];
  for (let start = waiting.pop(); start !== undefined; start = waiting.pop()) {
    if (found.has(start)) {
      throw new BrokenContainer();
    }
    const directory = reader.directory(start);
    found.set(start, directory);
    // A call with all offsets as arguments would overflow the stack for very many.
    for (const offset of reader.numbers(directory, TAG.SUB_DIRECTORIES).reverse()) {
      waiting.push(offset);
    }
    if (directory.next !== 0) {
      waiting.unshift(directory.next);
    }
  }
  return [...found.values()];
};

/**
 * TIFF directories of metadata (EXIF, GPS) to which `fields` point, including nested directories. Unreadable
 * directories are skipped.
 */
const readMetadata = (reader: TiffReader, fields: Field[], depth = 3): Directory[] =>
  fields
    .filter(({ tag }) => depth > 0 && METADATA_DIRECTORIES.has(tag))
    .flatMap((field) => {
      try {
        return reader.values(field).flatMap((start) => {
          const directory = reader.directory(start);
          return [directory, ...readMetadata(reader, directory.fields, depth - 1)];
        });
      } catch {
        return [];
      }
    });

/** Byte ranges of the compressed pixels in a TIFF: strips, tiles, and for old-style JPEG its stream and tables. */
const pictureRanges = (reader: TiffReader, directory: Directory): Range[] => {
  const numbers = (tag: number) => reader.numbers(directory, tag);
  const paired = (offsets: number[], lengths: number[]) => {
    if (offsets.length !== lengths.length) {
      throw new BrokenContainer();
    }
    return offsets.map((start, index) => ({ start, end: start + (lengths[index] ?? 0) }));
  };
  return [
    ...paired(numbers(TAG.STRIP_OFFSETS), numbers(TAG.STRIP_LENGTHS)),
    ...paired(numbers(TAG.TILE_OFFSETS), numbers(TAG.TILE_LENGTHS)),
    ...paired(numbers(TAG.JPEG_OFFSET), numbers(TAG.JPEG_LENGTH)),
    // A JPEG table in a TIFF has at most 16 counts and 256 values.
    ...TAG.JPEG_TABLES.flatMap(numbers).map((start) => ({
      start,
      end: Math.min(start + 272, reader.bytes.length),
    })),
  ];
};

const isKept = ({ tag }: Field): boolean => KEPT_TAGS.has(tag);

/**
 * Bytes of a TIFF directory after removing all fields except `KEPT_TAGS`. The size stays the same; zeros fill the end.
 */
const compact = ({ bytes, isLittle }: TiffReader, { start, end, fields }: Directory): Buffer => {
  const entries = fields.filter(isKept).map(({ entry }) => entry);
  const count = Buffer.alloc(2);
  count[isLittle ? 'writeUInt16LE' : 'writeUInt16BE'](entries.length);
  const link = bytes.subarray(end - 4, end);
  return Buffer.concat([count, ...entries, link], Math.min(end, bytes.length) - start);
};

/** Displayed size of a picture; undefined if width or height is missing. */
const sizeOf = (reader: TiffReader, directory: Directory): Cleaned['size'] => {
  const number = (tag: number) => reader.numbers(directory, tag)[0] ?? 0;
  const [width, height] = [number(TAG.WIDTH), number(TAG.HEIGHT)];
  const isNone = width === 0 || height === 0;
  return isNone ? undefined : sizeSeen({ width, height }, number(TAG.ORIENTATION));
};

const isSensor = (reader: TiffReader, directory: Directory): boolean =>
  reader.numbers(directory, TAG.PHOTOMETRIC).some((value) => RAW_PHOTOMETRICS.has(value));

/**
 * Removes metadata from all pages of a TIFF file.
 * @throws BrokenContainer if offsets in the file are invalid
 */
const cleanPages = (reader: TiffReader): Cleaned => {
  const { bytes: image } = reader;
  const pages = readPages(reader);
  const pictures = pages.flatMap((page) => pictureRanges(reader, page));
  const fields = pages.flatMap((page) => page.fields);
  const kept = fields.filter(isKept).map(({ values }) => values);
  const isWhole = [...pictures, ...kept].every(
    ({ start, end }) => start <= end && end <= image.length
  );
  if (!isWhole) {
    throw new BrokenContainer();
  }
  const metadata = readMetadata(reader, fields);
  const dropped = [
    ...fields.filter((field) => !isKept(field)).map(({ values }) => values),
    ...metadata.flatMap((directory) => [directory, ...directory.fields.map((it) => it.values)]),
  ];
  const structure = [{ start: 0, end: 8 }, ...pages, ...kept, ...pictures];
  return cleaned(
    overwrite(image.length, [
      ...pages.map((page) => write(page.start, compact(reader, page))),
      ...blanks(withoutRanges(dropped, structure, image.length)),
    ]),
    {
      hasPicture: pictures.length > 0,
      size: pages[0] && sizeOf(reader, pages[0]),
      isRaw: pages.some((page) => isSensor(reader, page)),
    }
  );
};

/**
 * Removes metadata from all pages of a TIFF, in place: kept bytes do not move, because the file contains absolute
 * offsets. Removes entries from their directories and overwrites their values with zeros. A file with invalid
 * directories stays unchanged.
 */
export const cleanTiff = (image: Buffer): Cleaned => {
  const reader = openTiff(image);
  const unchanged = cleaned(keepAll(image.length));
  try {
    return reader ? cleanPages(reader) : unchanged;
  } catch (error) {
    return ifBroken(unchanged)(error);
  }
};
