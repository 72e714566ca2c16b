import { blank, overwrite } from '../../../bytes/edits';
import { withoutRanges, type Range } from '../../../bytes/ranges';
import { isOnItsSide } from '../exif';

import { cleaned, type Cleaned } from './cleaned';
import { jpegSegments, MARKER } from './jpeg-segments';
import { openTiff, type Directory, type Field, type TiffReader } from './tiff-directories';
import { KEPT_TAGS, METADATA_DIRECTORIES, RAW_PHOTOMETRICS, TAG } from './tiff-tags';

/** Directories of one file that are read at most. */
const MOST_DIRECTORIES = 20_000;

const pointersIn = (reader: TiffReader, directory: Directory, tags: ReadonlySet<number>) =>
  directory.fields.filter(({ tag }) => tags.has(tag)).flatMap((field) => reader.values(field));

const SUB_DIRECTORIES = new Set<number>([TAG.SUB_DIRECTORIES]);

/** Follows links from directory to directory; a circle, or one that leads nowhere, ends there. */
const collect = (
  reader: TiffReader,
  starts: number[],
  tags: ReadonlySet<number>
): Map<number, Directory> => {
  const found = new Map<number, Directory>();
  const waiting = [...starts].reverse();
  while (waiting.length > 0 && found.size < MOST_DIRECTORIES) {
    const start = waiting.pop() ?? 0;
    if (start === 0 || found.has(start)) {
      continue;
    }
    try {
      const directory = reader.directory(start);
      found.set(start, directory);
      waiting.push(directory.next, ...pointersIn(reader, directory, tags));
    } catch {
      // A damaged link: what can be reached without it is all that a reader finds.
    }
  }
  return found;
};

const numbersOf = (reader: TiffReader, { fields }: Directory, tag: number): number[] =>
  fields.filter((field) => field.tag === tag).flatMap((field) => reader.values(field));

/** Where the compressed pixels stand: strips, tiles, and the stream and tables of the old JPEG. */
const pictureRanges = (reader: TiffReader, directory: Directory): Range[] => {
  const numbers = (tag: number) => numbersOf(reader, directory, tag);
  const paired = (offsets: number[], lengths: number[]) =>
    offsets.map((start, index) => ({ start, end: start + (lengths[index] ?? 0) }));
  return [
    ...paired(numbers(TAG.STRIP_OFFSETS), numbers(TAG.STRIP_LENGTHS)),
    ...paired(numbers(TAG.TILE_OFFSETS), numbers(TAG.TILE_LENGTHS)),
    ...paired(numbers(TAG.JPEG_OFFSET), numbers(TAG.JPEG_LENGTH)),
    // Such a table has at most 16 counts and 256 values.
    ...TAG.JPEG_TABLES.flatMap(numbers).map((start) => ({ start, end: start + 272 })),
  ];
};

const isKept = ({ tag }: Field): boolean => KEPT_TAGS.has(tag);

/** A directory with the fields that stay moved together, in the room that it had. */
const compact = (reader: TiffReader, { start, end, fields }: Directory): Buffer => {
  const { countSize, offsetSize, isLittle, isBig } = reader.layout;
  const link = reader.bytes.subarray(end - offsetSize, end);
  const kept = fields.filter(isKept);
  const count = Buffer.alloc(countSize);
  if (isBig) {
    count[isLittle ? 'writeBigUInt64LE' : 'writeBigUInt64BE'](BigInt(kept.length));
  } else {
    count[isLittle ? 'writeUInt16LE' : 'writeUInt16BE'](kept.length);
  }
  const entries = kept.map(({ entry }) => reader.bytes.subarray(entry.start, entry.end));
  return Buffer.concat([count, ...entries, link], Math.min(end, reader.bytes.length) - start);
};

/** In JPEG data inside of a TIFF: the parameters of segments that hold metadata. */
const jpegMetadata = (bytes: Buffer, { start, end }: Range): Range[] => {
  if (end - start < 4 || bytes.readUInt16BE(start) !== 0xff00 + MARKER.START) {
    return [];
  }
  return [...jpegSegments(bytes, start + 2, Math.min(end, bytes.length))]
    .filter(({ marker }) => marker === MARKER.APP1 || marker === MARKER.COMMENT || marker === 0xed)
    .map((segment) => ({ start: segment.start + 4, end: segment.end }));
};

const isInside = (bytes: Buffer, { start, end }: Range): boolean =>
  start >= 8 && start < end && end <= bytes.length;

/** The size of a picture as seen; undefined if it says none. */
const sizeOf = (reader: TiffReader, directory: Directory): Cleaned['size'] => {
  const number = (tag: number) => numbersOf(reader, directory, tag)[0] ?? 0;
  const [width, height] = [number(TAG.WIDTH), number(TAG.HEIGHT)];
  if (width === 0 || height === 0) {
    return undefined;
  }
  return isOnItsSide(number(TAG.ORIENTATION))
    ? { width: height, height: width }
    : { width, height };
};

/** True for a directory with values of a camera's sensor. */
const isSensor = (reader: TiffReader, directory: Directory): boolean =>
  numbersOf(reader, directory, TAG.PHOTOMETRIC).some((value) => RAW_PHOTOMETRICS.has(value));

/**
 * Takes from a TIFF what was written beside its pixels, on all pages, in place: no byte that stays
 * moves, since the file is full of offsets. The entries are taken out of their directories, and
 * zeros written over what they spoke of.
 */
export const cleanTiff = (image: Buffer): Cleaned => {
  const opened = openTiff(image);
  if (opened === undefined) {
    return cleaned([], { hasPicture: false });
  }
  const { reader, first } = opened;
  const directories = [...collect(reader, [first], SUB_DIRECTORIES).values()];
  const metadata = [
    ...collect(
      reader,
      directories.flatMap((directory) => pointersIn(reader, directory, METADATA_DIRECTORIES)),
      METADATA_DIRECTORIES
    ).values(),
  ];
  const pictures = directories.flatMap((directory) => pictureRanges(reader, directory));
  const bodies = directories.map(({ start, end }) => ({ start, end: Math.min(end, image.length) }));
  const fields = directories.flatMap((directory) => directory.fields);
  const header = { start: 0, end: reader.layout.isBig ? 16 : 8 };
  const structure = [header, ...bodies, ...fields.filter(isKept).map(({ values }) => values)];
  const dropped = [
    ...fields.filter((field) => !isKept(field)).map(({ values }) => values),
    ...metadata.flatMap((directory) => [
      directory,
      ...directory.fields.map(({ values }) => values),
    ]),
  ];
  const inPictures = pictures
    .filter((range) => isInside(image, range))
    .flatMap((range) => jpegMetadata(image, range));
  const blanked = [
    ...withoutRanges(dropped, [...structure, ...pictures], image.length),
    ...withoutRanges(inPictures, structure, image.length),
  ];
  const rewritten = directories.map((directory) => ({
    start: directory.start,
    bytes: compact(reader, directory),
  }));
  return cleaned(overwrite(image.length, [...rewritten, ...blanked.map(blank)]), {
    hasPicture: pictures.some(({ start }) => start >= 8 && start < image.length),
    size: directories[0] && sizeOf(reader, directories[0]),
    isRaw: directories.some((directory) => isSensor(reader, directory)),
  });
};
