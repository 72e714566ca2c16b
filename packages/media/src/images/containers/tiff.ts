import { blanks, keepAll, overwrite, write } from '../../bytes/edits';
import { withoutRanges, type Range } from '../../bytes/ranges';
import { BrokenContainer, ifBroken } from '../../errors';
import { sizeSeen } from '../exif';

import { cleaned, type Cleaned } from './cleaned';
import { openTiff, type Directory, type Field, type TiffReader } from './tiff-directories';
import { KEPT_TAGS, METADATA_DIRECTORIES, RAW_PHOTOMETRICS, TAG } from './tiff-tags';

/**
 * The directories of all pages, and those within them.
 * @throws BrokenContainer for a link that leads nowhere, or in a circle
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
    waiting.push(...reader.numbers(directory, TAG.SUB_DIRECTORIES).reverse());
    if (directory.next !== 0) {
      waiting.unshift(directory.next);
    }
  }
  return [...found.values()];
};

/** The directories of metadata that some fields lead to; what cannot be read says nothing. */
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

/** Where the compressed pixels stand: strips, tiles, and the stream and tables of the old JPEG. */
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
    // Such a table has at most 16 counts and 256 values.
    ...TAG.JPEG_TABLES.flatMap(numbers).map((start) => ({
      start,
      end: Math.min(start + 272, reader.bytes.length),
    })),
  ];
};

const isKept = ({ tag }: Field): boolean => KEPT_TAGS.has(tag);

/** A directory with the fields that stay moved together, in the room that it had. */
const compact = ({ bytes, isLittle }: TiffReader, { start, end, fields }: Directory): Buffer => {
  const entries = fields.filter(isKept).map(({ entry }) => entry);
  const count = Buffer.alloc(2);
  count[isLittle ? 'writeUInt16LE' : 'writeUInt16BE'](entries.length);
  const link = bytes.subarray(end - 4, end);
  return Buffer.concat([count, ...entries, link], Math.min(end, bytes.length) - start);
};

/** The size of a picture as seen; undefined if it says none. */
const sizeOf = (reader: TiffReader, directory: Directory): Cleaned['size'] => {
  const number = (tag: number) => reader.numbers(directory, tag)[0] ?? 0;
  const [width, height] = [number(TAG.WIDTH), number(TAG.HEIGHT)];
  const isNone = width === 0 || height === 0;
  return isNone ? undefined : sizeSeen({ width, height }, number(TAG.ORIENTATION));
};

/** True for a directory with values of a camera's sensor. */
const isSensor = (reader: TiffReader, directory: Directory): boolean =>
  reader.numbers(directory, TAG.PHOTOMETRIC).some((value) => RAW_PHOTOMETRICS.has(value));

/** @throws BrokenContainer */
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
 * Takes from a TIFF what was written beside its pixels, on all pages, in place: no byte that stays
 * moves, since the file is full of offsets. The entries are taken out of their directories, and
 * zeros written over what they spoke of. One whose directories do not add up stays as it came.
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
