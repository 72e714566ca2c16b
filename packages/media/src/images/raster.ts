import type { Metadata, SharpOptions } from 'sharp';

import { applyEdits, type Edits } from '../bytes/edits';
import { MediaError } from '../errors';

import { imageOpener, type OpenImage } from './open-image';
import type { Cleaned } from './containers/cleaned';
import { cleanGif } from './containers/gif';
import { cleanJpeg } from './containers/jpeg';
import { cleanPng } from './containers/png';
import { cleanTiff } from './containers/tiff';
import { cleanWebp } from './containers/webp';
import { copiesColours } from './copies-colours';
import { isOnItsSide, isTurned, jpegOrientation, type Orientation } from './exif';
import type { RasterKind } from './kinds';
import { assertAffordable } from './limits';
import { turnLosslessly } from './lossless-turn';
import { broken, storedAsFile, type ImageOptions, type ProcessedImage } from './received-image';
import {
  affordableSizes,
  makeAnimatedRenditions,
  makeRenditions,
  openUpright,
  wantedSizes,
  type EncodedImage,
  type Renditions,
} from './renditions';

const CLEANERS: Record<RasterKind, (image: Buffer, orientation?: Orientation) => Cleaned> = {
  gif: cleanGif,
  jpeg: cleanJpeg,
  png: cleanPng,
  tiff: cleanTiff,
  webp: cleanWebp,
};

/** Formats that Strapi encodes anew where its setting "size optimization" is on. */
const OPTIMIZABLE: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'tiff']);

type Original = Required<ProcessedImage['original']>;

const refuse = (cause?: unknown): never => {
  throw broken(cause);
};

/**
 * What is damaged is shown as far as it goes. In a TIFF that would be nothing but black, for a
 * compression that the library does not know.
 */
const leniency = (kind: RasterKind): SharpOptions => ({
  failOn: kind === 'tiff' ? 'error' : 'none',
});

const readHeader = async (image: Buffer, open: OpenImage): Promise<Metadata | undefined> => {
  try {
    return await open(image).metadata();
  } catch {
    return undefined;
  }
};

interface Work {
  /** Without metadata. */
  image: Buffer;
  kind: RasterKind;
  options: ImageOptions;
  open: OpenImage;
}

/** A film of several pictures, in the formats that the library reads as such. */
const isAnimated = ({ kind }: Work, { pages }: Metadata): boolean =>
  (kind === 'gif' || kind === 'webp') && (pages ?? 1) > 1;

/** The original as it is stored: its pixels untouched, or turned without loss, or made smaller. */
const storedOriginal = async (
  { image, kind, options, open }: Work,
  header: Metadata,
  edits: Edits,
  orientation: Orientation | undefined,
  animated: boolean
): Promise<Original> => {
  const size = isOnItsSide(orientation)
    ? { width: header.height, height: header.width }
    : { width: header.width, height: header.pageHeight ?? header.height };
  if (options.quality !== undefined && OPTIMIZABLE.has(header.format)) {
    const smaller = await openUpright(image, header.format, orientation, open, { animated })
      .toFormat(header.format, { quality: options.quality })
      .toBuffer();
    if (smaller.length < image.length) {
      return { edits: [smaller], ...size };
    }
  }
  const turned =
    isTurned(orientation) && kind !== 'jpeg'
      ? await turnLosslessly(image, header, orientation, open)
      : undefined;
  return turned === undefined
    ? { edits, ...size }
    : { edits: [turned.bytes], width: turned.width, height: turned.height };
};

/** The copies of an image that was cleaned; also shows that it can be decoded at all. */
const makeFormats = async (
  { image, kind, options, open }: Work,
  header: Metadata,
  {
    original,
    orientation,
    animated,
  }: {
    original: Original;
    orientation: Orientation | undefined;
    animated: boolean;
  }
): Promise<Renditions> => {
  const wanted = wantedSizes(original, options.breakpoints);
  const sizes = animated ? affordableSizes(wanted, original, header.pages ?? 1) : wanted;
  if (header.format !== kind) {
    throw broken();
  }
  if (sizes.length === 0) {
    // Not by `stats()`, which does not end for some colour spaces.
    await open(image, { animated }).resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  }
  return animated
    ? makeAnimatedRenditions(image, kind, sizes, open)
    : makeRenditions(
        image,
        { format: kind, orientation, colours: copiesColours(header) },
        sizes,
        open
      );
};

/**
 * Makes what is stored for an image that the image library reads, or that it would read if its
 * coding were not so rare: such a one has no copies.
 * @returns undefined for what is to be stored as it came
 * @throws `file-too-large`, `file-type-not-allowed`
 */
export const processRaster = async (
  image: Buffer,
  kind: RasterKind,
  options: ImageOptions
): Promise<ProcessedImage | undefined> => {
  const open = imageOpener(leniency(kind));
  const header = await readHeader(image, open);
  const { edits, hasPicture, isRaw, frames, size } = CLEANERS[kind](image, header?.orientation);
  if (!hasPicture) {
    throw broken();
  }
  if (isRaw === true) {
    return undefined;
  }
  const unread = size && { original: { edits, ...size }, formats: new Map<string, EncodedImage>() };
  if (header === undefined) {
    return unread ?? refuse();
  }

  const work = { image: applyEdits(image, edits), kind, options, open };
  const animated = isAnimated(work, header);
  assertAffordable(
    {
      width: header.width,
      height: header.pageHeight ?? header.height,
      frames: animated ? (header.pages ?? 1) : frames,
    },
    options.mostPixels
  );
  // No viewer turns an animation.
  const orientation = animated || frames > 1 ? undefined : header.orientation;
  try {
    const original = await storedOriginal(work, header, edits, orientation, animated);
    const copies = await makeFormats(work, header, { original, orientation, animated });
    return { original, ...copies };
  } catch (error) {
    if (error instanceof MediaError) {
      throw error;
    }
    return unread ?? refuse(error);
  }
};

/** What an image is stored as that cannot be read. */
export const cleanUnreadRaster = (image: Buffer, kind: RasterKind): ProcessedImage =>
  storedAsFile(CLEANERS[kind](image, jpegOrientation(image)).edits);
