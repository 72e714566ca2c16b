import type { Sharp } from 'sharp';

import { applyEdits, keepAll } from '../../bytes/edits';
import { MediaError, Unreadable } from '../../errors';
import { boxesIn } from '../../metadata/iso/boxes';
import type { Size } from '../exif';
import { withProfile } from '../containers/jpeg';
import { openImage } from '../open-image';
import { processRaster, readHeader } from '../raster';
import { makeRenditions, wantedSizes, type Renditions } from '../renditions';
import {
  assertAffordable,
  broken,
  MOST_GROWTH,
  storedAsFile,
  type BoundedOptions,
  type ProcessedImage,
} from '../received-image';
import { hasTimeFor, type TimeBound } from '../time';

import { cleanHeif, picturesOf } from './clean-heif';
import { decodeHeic, notSupported, type Pixels } from './heic';
import { readHeifItems, type HeifItems } from './items';
import { readHeifPicture, type HeifPicture } from './picture';

/** JPEG or WebP qualities to try for a converted HEIC, best first. */
const QUALITIES = [92, 85, 75, 60, 40, 25];

/** Code of the Display P3 primaries (ITU-T H.273, table 2), which phones use. */
const P3_PRIMARIES = 12;

const TYPES = {
  jpeg: { mime: 'image/jpeg', ext: '.jpg' },
  png: { mime: 'image/png', ext: '.png' },
  webp: { mime: 'image/webp', ext: '.webp' },
};
const AVIF = { mime: 'image/avif', ext: '.avif' };

const isAnimation = (file: Buffer): boolean =>
  boxesIn(file, 0, file.length).some(({ type }) => type === 'moov');

/**
 * Replaces the major brand (format code) of an AVIF file with `mif1`, because the image library sharp does not
 * recognize the brand of animations.
 */
const branded = (file: Buffer): Buffer =>
  Buffer.concat([file.subarray(0, 8), Buffer.from('mif1'), file.subarray(12)]);

const isRgb = (profile: Buffer): boolean => profile.toString('latin1', 16, 20) === 'RGB ';

/** Colour profile for the decoded picture; undefined if it needs none. */
const profileOf = async ({ icc, primaries }: HeifPicture): Promise<Buffer | undefined> => {
  if (icc !== undefined) {
    return isRgb(icc) ? icc : undefined;
  }
  if (primaries !== P3_PRIMARIES) {
    return undefined;
  }
  const pixel = { width: 1, height: 1, channels: 3 as const };
  const png = await openImage(Buffer.alloc(3), { raw: pixel })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  return (await openImage(png).metadata()).icc;
};

interface Decoded {
  bytes: Buffer;
  kind: 'jpeg' | 'png' | 'webp';
}

type Encoding = (image: Sharp) => Promise<Decoded>;

const JPEGS = QUALITIES.map((quality): Encoding => async (image) => ({
  bytes: await image.jpeg({ quality }).toBuffer(),
  kind: 'jpeg',
}));
/** Encodings that keep transparency. */
const CLEAR: Encoding[] = [
  async (image) => ({ bytes: await image.png().toBuffer(), kind: 'png' }),
  ...QUALITIES.map((quality): Encoding => async (image) => ({
    bytes: await image.webp({ quality }).toBuffer(),
    kind: 'webp',
  })),
];

/** Side in pixels of the central sample of a large picture, from which the size of the encoded file is estimated. */
const SAMPLE = 1_024;

/** Index of the first encoding that makes the central sample of a large picture small enough; 0 for a small picture. */
const fittingEncoding = async (
  encodings: Encoding[],
  { data, width, height, channels }: Pixels,
  mostBytes: number
): Promise<number> => {
  const [columns, rows] = [Math.min(SAMPLE, width), Math.min(SAMPLE, height)];
  const share = (columns * rows) / (width * height);
  if (share > 1 / 4) {
    return 0;
  }
  const [left, top] = [(width - columns) >> 1, (height - rows) >> 1];
  for (const [index, encode] of encodings.entries()) {
    const image = openImage(data, { raw: { width, height, channels } });
    const { bytes } = await encode(image.extract({ left, top, width: columns, height: rows }));
    if (bytes.length <= mostBytes * share) {
      return index;
    }
  }
  return encodings.length - 1;
};

/**
 * Decodes a picture that browsers cannot display, and encodes it as JPEG, or as PNG or WebP if it has transparency.
 * Tries the best encoding first and returns the first result of at most 1.5 times the original size. If no result is
 * that small before the CPU time ends, returns the smallest one.
 */
const decode = async (file: Buffer, picture: HeifPicture, bounds: TimeBound): Promise<Decoded> => {
  const pixels = await decodeHeic(file);
  const { data, width, height, channels } = pixels;
  const encodings = channels === 4 ? CLEAR : JPEGS;
  const profile = channels === 4 ? undefined : await profileOf(picture);
  const most = file.length * MOST_GROWTH;
  let smallest: Decoded | undefined;
  let taken = 0;
  for (const encode of encodings.slice(await fittingEncoding(encodings, pixels, most))) {
    if (smallest !== undefined && !hasTimeFor(taken, bounds)) {
      break;
    }
    const before = bounds.timeLeft();
    const decoded = await encode(openImage(data, { raw: { width, height, channels } }));
    taken = before - bounds.timeLeft();
    const bytes = profile ? withProfile(decoded.bytes, profile) : decoded.bytes;
    if (smallest === undefined || bytes.length < smallest.bytes.length) {
      smallest = { ...decoded, bytes };
    }
    if (bytes.length <= most) {
      break;
    }
  }
  if (smallest === undefined) {
    throw new Error('There is no encoding for a decoded picture');
  }
  return smallest;
};

/** Converts a picture to a format that browsers display. */
const convert = async (
  file: Buffer,
  picture: HeifPicture,
  mime: string,
  options: BoundedOptions
): Promise<ProcessedImage> => {
  const { bytes, kind } = await decode(file, picture, options);
  const processed = await processRaster(bytes, kind, options);
  if (processed === undefined) {
    throw broken();
  }
  const { original } = processed;
  return {
    ...processed,
    original: { ...original, edits: [applyEdits(bytes, original.edits)] },
    now: TYPES[kind],
    convertedFrom: mime,
  };
};

/** Maximum number of pixels of an AVIF that is decoded for its renditions: about two seconds of CPU time. */
const MOST_DECODED = 24_000_000;

/** Renditions of an AVIF. None for an animation, a very large picture, or one that the image library cannot read. */
const copiesOf = async (file: Buffer, size: Size, options: BoundedOptions): Promise<Renditions> => {
  const none = { formats: new Map() };
  if (isAnimation(file) || size.width * size.height > MOST_DECODED) {
    return none;
  }
  const image = branded(file);
  const header = await readHeader(image);
  const sizes = wantedSizes(size, options.breakpoints, 'avif');
  return header
    ? makeRenditions(image, 'avif', header, undefined, sizes, options).catch(() => none)
    : none;
};

/** Stores an AVIF, animated or not, without its metadata. */
const keep = async (
  file: Buffer,
  heif: HeifItems,
  { width, height }: HeifPicture,
  mime: string,
  options: BoundedOptions
): Promise<ProcessedImage> => ({
  ...(await copiesOf(file, { width, height }, options)),
  original: { edits: await cleanHeif(file, heif), width, height },
  ...(mime !== AVIF.mime && { now: AVIF }),
});

/**
 * Creates the stored content for a HEIF file. Metadata is removed from a file whose main picture is AV1 (AVIF); all
 * others are converted to formats that browsers display.
 * @param mime identified media type
 * @returns undefined for an animation without a still picture, which is stored unchanged
 * @throws `image-type-not-supported`, `file-too-large`, `file-type-not-allowed`, Unreadable
 */
export const processHeif = async (
  file: Buffer,
  mime: string,
  options: BoundedOptions
): Promise<ProcessedImage | undefined> => {
  const heif = readHeifItems(file);
  const picture = heif && readHeifPicture(file, heif);
  if (heif === undefined || picture === undefined) {
    if (mime !== AVIF.mime) {
      throw notSupported('A HEIF file without a still picture');
    }
    if (isAnimation(file)) {
      return undefined;
    }
    throw broken();
  }
  assertAffordable(picture, 1, options.mostPixels);
  if (picturesOf(heif).some(({ end }) => end > file.length)) {
    throw broken();
  }
  try {
    if (picture.isAv1) {
      return await keep(file, heif, picture, mime, options);
    }
    return await convert(file, picture, mime, options);
  } catch (error) {
    throw error instanceof MediaError || error instanceof Unreadable ? error : broken(error);
  }
};

/** Creates the stored content for a HEIF file that exceeds the limits when decoded: a file without metadata. */
export const cleanUnreadHeif = async (file: Buffer): Promise<ProcessedImage> => {
  const heif = readHeifItems(file);
  return storedAsFile(heif ? await cleanHeif(file, heif) : keepAll(file.length));
};
