import type { Metadata, Sharp, SharpOptions } from 'sharp';

import { openImage } from './open-image';
import { withProfile } from './containers/jpeg';
import { isOnItsSide, isTurned, type Orientation, type Size } from './exif';
import type { RasterKind } from './kinds';
import { hasTimeFor, type TimeBound } from './time';

export interface EncodedImage {
  bytes: Buffer;
  width: number;
  height: number;
  /** Media type of a rendition, if it differs from that of the original. */
  type?: { mime: string; ext: string };
}

/** Kinds of images that have renditions. */
export type CopiedKind = RasterKind | 'avif';

const WEBP = { mime: 'image/webp', ext: '.webp' };

/** Whether browsers display this kind of image. */
const isShown = (kind: CopiedKind): boolean => kind !== 'tiff';

/** Whether renditions are WebP: for kinds that browsers do not display, and for AVIF, which is slow to encode. */
const hasWebpCopies = (kind: CopiedKind): boolean => kind === 'avif' || !isShown(kind);

export interface Renditions {
  /** Renditions by name of the format, largest first. */
  formats: Map<string, EncodedImage>;
  /** Result of `makePlaceholder` for the smallest rendition. */
  placeholder?: string;
}

interface CopiesColours {
  /** True to use pixel values without converting them from their colour profile. */
  ignoreIcc: boolean;
  /** Colour profile to attach to renditions whose pixel values are not converted. */
  attach?: Buffer;
}

/**
 * Maximum size in bytes of a colour profile that is embedded in renditions. A larger profile would exceed the size of a
 * thumbnail.
 */
const MOST_ATTACHED = 4 * 1024;

const USUAL = 'sRGB';
/** Profile name `sRGB` in UTF-16, as in version 4 of the ICC format. */
const WIDE_USUAL = Buffer.from(USUAL, 'utf16le').swap16();

/** Whether a profile is sRGB, which browsers assume by default. */
const isUsual = (profile: Buffer): boolean =>
  profile.includes(USUAL) || profile.includes(WIDE_USUAL);

/**
 * Decides whether renditions keep the pixel values of the original. Converting the colours of all pixels costs as much
 * as decoding them. An sRGB image needs no conversion, and a JPEG rendition can contain another colour profile, which
 * keeps all colours.
 */
const copiesColours = ({ format, space, channels, icc }: Metadata): CopiesColours => {
  if (icc === undefined || space !== 'srgb' || channels < 3) {
    return { ignoreIcc: false };
  }
  if (isUsual(icc)) {
    return { ignoreIcc: true };
  }
  return format === 'jpeg' && icc.length <= MOST_ATTACHED
    ? { ignoreIcc: true, attach: icc }
    : { ignoreIcc: false };
};

const THUMBNAIL = { width: 245, height: 156 };

/** Longest side in pixels of renditions that are encoded for the fewest bytes. Larger ones are encoded faster. */
const SMALL_SIDE = 500;

/**
 * Encoder options. With sharp's default `effort`, encoding a GIF takes twice as long for renditions that are 5 %
 * smaller. A JPEG with Huffman tables of its own, sharp's default, takes twice as long for 2 % fewer bytes, which quality
 * 79 instead of 80 saves as well. In a small JPEG they save more.
 */
const encodingOf = (kind: CopiedKind, { width, height }: Size): object => {
  if (kind === 'gif') return { effort: 4 };
  const isLarge = Math.max(width, height) > SMALL_SIDE;
  return kind === 'jpeg' && isLarge ? { quality: 79, optimiseCoding: false } : {};
};

/**
 * The renditions that Strapi's Media Library and public pages expect.
 * @param breakpoints longest side in pixels by name of a responsive format
 * @param kind a kind that browsers do not display always has a thumbnail, and a full-size rendition if a format is
 * large enough
 * @returns name and bounding box of each rendition, largest first
 */
export const wantedSizes = (
  { width, height }: Size,
  breakpoints: Record<string, number>,
  kind: CopiedKind
): [name: string, size: Size][] => {
  const isSmall = width <= THUMBNAIL.width && height <= THUMBNAIL.height;
  const sizes: [string, Size][] = isSmall && isShown(kind) ? [] : [['thumbnail', THUMBNAIL]];
  let isComplete = isSmall || isShown(kind);
  for (const [name, side] of Object.entries(breakpoints).sort(([, a], [, b]) => a - b)) {
    const isSmaller = side < width || side < height;
    if (isSmaller || !isComplete) {
      sizes.push([name, { width: side, height: side }]);
    }
    isComplete ||= !isSmaller;
  }
  return sizes.sort(([, a], [, b]) => b.width - a.width);
};

const encode = async (pipeline: Sharp): Promise<EncodedImage> => {
  const { data, info } = await pipeline.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
};

/** Runs a sharp pipeline once and returns a function that creates new pipelines from its pixels. */
const toPixels = async (pipeline: Sharp): Promise<() => Sharp> => {
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return () => openImage(data, { raw: { width, height, channels } });
};

/** Length in pixels of a placeholder's longer side. Displayed large, it is a blur. */
const PLACEHOLDER_SIDE = 16;
const PLACEHOLDER_QUALITY = 30;
const OPAQUE = 255;

/** Whether all pixels are opaque. An even number of channels means that the last is alpha. */
const isOpaque = (pixels: Buffer, channels: number): boolean =>
  channels % 2 === 1 ||
  pixels.every((value, index) => value === OPAQUE || index % channels !== channels - 1);

/**
 * Creates a tiny version of a picture that a page shows until the picture has loaded.
 * @param copy pixels of the smallest rendition
 * @returns a WebP of about 100 bytes in Base64; undefined for a transparent picture, which would show the placeholder
 * behind it
 */
const makePlaceholder = async (copy: Sharp): Promise<string | undefined> => {
  const { data, info } = await copy
    .resize({ width: PLACEHOLDER_SIDE, height: PLACEHOLDER_SIDE, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (!isOpaque(data, channels)) {
    return undefined;
  }
  const webp = await openImage(data, { raw: { width, height, channels } })
    .removeAlpha()
    .webp({ quality: PLACEHOLDER_QUALITY, effort: 0 })
    .toBuffer();
  return webp.toString('base64');
};

const upright = (pipeline: Sharp, orientation: Orientation): Sharp => {
  const mirrored = [2, 4, 5, 7].includes(orientation) ? pipeline.flop() : pipeline;
  const angles: Record<number, number> = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 };
  const angle = angles[orientation];
  return angle === undefined ? mirrored : mirrored.rotate(angle);
};

/**
 * Opens an image for re-encoding, rotated upright. A TIFF must be rotated with sharp's `autoOrient`; otherwise sharp
 * writes the old orientation tag again.
 */
export const openUpright = (
  image: Buffer,
  format: string,
  orientation: Orientation | undefined,
  options?: SharpOptions
): Sharp => {
  const source = openImage(image, options);
  if (!isTurned(orientation)) {
    return source;
  }
  return format === 'tiff' ? source.autoOrient() : upright(source, orientation);
};

/**
 * WebP qualities to try until a rendition is smaller than the original. For pictures that browsers can display, only
 * the first is tried; for all others, readers see only renditions.
 */
const QUALITIES = [80, 50, 20];

/** Encodes a rendition that is smaller than the original; undefined if that is impossible. */
const encodeSmaller = async (
  pixels: () => Sharp,
  kind: CopiedKind,
  size: Size,
  original: Buffer
): Promise<EncodedImage | undefined> => {
  if (!hasWebpCopies(kind)) {
    const copy = await encode(pixels().toFormat(kind, encodingOf(kind, size)));
    return copy.bytes.length < original.length ? copy : undefined;
  }
  for (const quality of isShown(kind) ? QUALITIES.slice(0, 1) : QUALITIES) {
    const copy = await encode(pixels().webp({ quality }));
    if (copy.bytes.length < original.length) {
      return { ...copy, type: WEBP };
    }
  }
  return undefined;
};

/** Estimated seconds of CPU time to encode one rendition. */
const COPY_SECONDS = 0.2;

/**
 * Creates renditions and decodes only once: the largest is made from the original, each smaller one from the previous.
 * Strapi decodes the original for each. Rotates after downscaling, which costs a tenth of rotating the original. Omits
 * renditions that are not smaller than the original and, except for the smallest, those that would take too much CPU
 * time.
 * @param sizes result of `wantedSizes`
 */
export const makeRenditions = async (
  image: Buffer,
  kind: CopiedKind,
  header: Metadata,
  orientation: Orientation | undefined,
  sizes: [string, Size][],
  bounds: TimeBound
): Promise<Renditions> => {
  const { ignoreIcc, attach } = copiesColours(header);
  const made = new Map<string, EncodedImage>();
  let source: Sharp | undefined;
  for (const [name, box] of sizes) {
    const lying = isOnItsSide(orientation) && source === undefined;
    const room = lying ? { width: box.height, height: box.width } : box;
    let pixels = await toPixels(
      (source ?? openImage(image, { ignoreIcc })).resize({
        ...room,
        fit: 'inside',
        withoutEnlargement: true,
      })
    );
    if (source === undefined && isTurned(orientation)) {
      pixels = await toPixels(upright(pixels(), orientation));
    }
    const isLast = name === sizes.at(-1)?.[0];
    const hasTime = isLast || hasTimeFor(COPY_SECONDS, bounds);
    const copy = hasTime ? await encodeSmaller(pixels, kind, box, image) : undefined;
    if (copy) {
      const { bytes } = copy;
      made.set(name, { ...copy, bytes: attach ? withProfile(bytes, attach) : bytes });
    }
    source = pixels();
  }
  return { formats: made, placeholder: source && (await makePlaceholder(source)) };
};

/** Maximum number of pixels in all frames of an animation's renditions. Encoding takes 0.25 microseconds per pixel. */
const MOST_ANIMATED_PIXELS = 10_000_000;

/** The renditions of an animation that can be encoded fast enough, preferring small ones. */
export const affordableSizes = (
  sizes: [string, Size][],
  { width, height }: Size,
  frames: number
): [string, Size][] => {
  let left = MOST_ANIMATED_PIXELS;
  return [...sizes]
    .reverse()
    .filter(([, box]) => {
      const scale = Math.min(box.width / width, box.height / height);
      left -= width * height * scale ** 2 * frames;
      return left >= 0;
    })
    .reverse();
};

/**
 * Creates renditions of an animation, with all frames. Begins with the smallest and estimates from its CPU time whether
 * the next one fits into the limit.
 */
export const makeAnimatedRenditions = async (
  image: Buffer,
  format: RasterKind,
  sizes: [string, Size][],
  bounds: TimeBound
): Promise<Renditions> => {
  const made: [string, EncodedImage][] = [];
  let secondsPerPixel = 0;
  for (const [name, size] of [...sizes].reverse()) {
    const pixels = size.width * size.height;
    if (!hasTimeFor(secondsPerPixel * pixels, bounds)) {
      break;
    }
    const before = bounds.timeLeft();
    const frames = openImage(image, { animated: true }).resize({ ...size, fit: 'inside' });
    const copy = await encode(frames.toFormat(format, encodingOf(format, size)));
    secondsPerPixel = (before - bounds.timeLeft()) / pixels;
    if (copy.bytes.length < image.length) {
      made.unshift([name, copy]);
    }
  }
  return { formats: new Map(made) };
};
