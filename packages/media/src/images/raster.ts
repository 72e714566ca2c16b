import type { Metadata } from 'sharp';

import { applyEdits, editedSize, keepAll, type Edits } from '../bytes/edits';
import { MediaError } from '../errors';

import { openImage } from './open-image';
import type { Cleaned } from './containers/cleaned';
import { cleanGif } from './containers/gif';
import { cleanJpeg } from './containers/jpeg';
import { cleanPng } from './containers/png';
import { cleanTiff } from './containers/tiff';
import { cleanWebp } from './containers/webp';
import { isTurned, jpegOrientation, sizeSeen, type Orientation } from './exif';
import type { RasterKind } from './kinds';
import {
  assertAffordable,
  broken,
  storedAsFile,
  type BoundedOptions,
  type ProcessedImage,
} from './received-image';
import {
  affordableSizes,
  makeAnimatedRenditions,
  makeRenditions,
  openUpright,
  wantedSizes,
  type EncodedImage,
  type Renditions,
} from './renditions';
import { hasTimeFor } from './time';
import { turnUpright } from './turn';

const CLEANERS: Record<RasterKind, (image: Buffer, orientation?: Orientation) => Cleaned> = {
  gif: cleanGif,
  jpeg: cleanJpeg,
  png: cleanPng,
  tiff: cleanTiff,
  webp: cleanWebp,
};

/**
 * Formats that Strapi re-encodes if its setting "size optimization" is on, each with the estimated CPU seconds for
 * encoding a megapixel.
 */
const OPTIMIZABLE: Partial<Record<string, number>> = { jpeg: 0.05, png: 1, webp: 0.25, tiff: 0.2 };

type Original = Required<ProcessedImage['original']>;

/** Reads the header of an image; undefined if the image library cannot read it. */
export const readHeader = async (image: Buffer): Promise<Metadata | undefined> => {
  try {
    return await openImage(image).metadata();
  } catch {
    return undefined;
  }
};

interface Work {
  /** Image bytes after removal of metadata. */
  image: Buffer;
  kind: RasterKind;
  options: BoundedOptions;
  header: Metadata;
  orientation: Orientation | undefined;
  /** True for an animation in a format that the image library sharp decodes with all frames (GIF, WebP). */
  animated: boolean;
}

/** The stored original: unchanged, rotated upright, or re-encoded to a smaller file. */
const storedOriginal = async (
  { image, kind, options, header, orientation, animated }: Work,
  edits: Edits
): Promise<Original> => {
  const { width, height, pageHeight = height } = header;
  const size = sizeSeen({ width, height: pageHeight }, orientation);
  const optimizing = OPTIMIZABLE[header.format];
  if (
    options.quality !== undefined &&
    optimizing !== undefined &&
    hasTimeFor((optimizing * width * height) / 1_000_000, options)
  ) {
    const smaller = await openUpright(image, header.format, orientation, { animated })
      .toFormat(header.format, { quality: options.quality })
      .toBuffer();
    if (smaller.length < image.length) {
      return { edits: [smaller], ...size };
    }
  }
  const turned =
    isTurned(orientation) && kind !== 'jpeg'
      ? await turnUpright(image, header, orientation, options)
      : undefined;
  return turned === undefined
    ? { edits, ...size }
    : { edits: [turned.bytes], width: turned.width, height: turned.height };
};

/** Creates the renditions of a cleaned image. Fails if the image cannot be decoded. */
const makeFormats = async (
  { image, kind, options, header, orientation, animated }: Work,
  original: Original
): Promise<Renditions> => {
  const wanted = wantedSizes(original, options.breakpoints, kind);
  const sizes = animated ? affordableSizes(wanted, original, header.pages ?? 1) : wanted;
  if (header.format !== kind) {
    throw broken();
  }
  if (sizes.length === 0) {
    // Decoding instead of `stats()`, which never finishes for some colour spaces.
    await openImage(image, { animated }).resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  }
  const made = await (animated
    ? makeAnimatedRenditions(image, kind, sizes, options)
    : makeRenditions(image, kind, header, orientation, sizes, options));
  // The stored original may have become smaller, and a rendition larger by its colour profile.
  const most = editedSize(original.edits);
  const smaller = [...made.formats].filter(([, { bytes }]) => bytes.length < most);
  return { ...made, formats: new Map(smaller) };
};

/**
 * Creates the stored content for a raster image. An image in a rare encoding that the library cannot read has no
 * renditions.
 * @returns undefined for an image that is stored unchanged
 * @throws `file-too-large`, `file-type-not-allowed`
 */
export const processRaster = async (
  image: Buffer,
  kind: RasterKind,
  options: BoundedOptions
): Promise<ProcessedImage | undefined> => {
  const header = await readHeader(image);
  const { edits, hasPicture, isRaw, frames, size } = CLEANERS[kind](image, header?.orientation);
  if (!hasPicture) {
    throw broken();
  }
  if (isRaw === true) {
    return undefined;
  }
  const unread = size && { original: { edits, ...size }, formats: new Map<string, EncodedImage>() };
  const unreadOrRefused = (cause?: unknown) => {
    if (unread === undefined) {
      throw broken(cause);
    }
    return unread;
  };
  if (header === undefined) {
    return unreadOrRefused();
  }
  const { width, height, pageHeight = height, pages = 1 } = header;
  const animated = (kind === 'gif' || kind === 'webp') && pages > 1;
  const pictures = animated ? pages : frames;
  assertAffordable({ width, height: pageHeight }, pictures, options.mostPixels);
  // Viewers ignore the orientation of animations.
  const orientation = pictures > 1 ? undefined : header.orientation;
  const clean = applyEdits(image, edits);
  const work = { image: clean, kind, options, header, orientation, animated };
  try {
    // Unchanged content is not copied, and its digest is already known.
    const same = clean.equals(image) ? keepAll(image.length) : edits;
    const original = await storedOriginal(work, same);
    return { original, ...(await makeFormats(work, original)) };
  } catch (error) {
    if (error instanceof MediaError) {
      throw error;
    }
    return unreadOrRefused(error);
  }
};

/** Creates the stored content for a raster image that exceeds the limits when decoded: a file without metadata. */
export const cleanUnreadRaster = (image: Buffer, kind: RasterKind): ProcessedImage =>
  storedAsFile(CLEANERS[kind](image, jpegOrientation(image)).edits);
