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
  /** The type of a copy that is not of the original's type. */
  type?: { mime: string; ext: string };
}

/** Kinds of images that have copies. */
export type CopiedKind = RasterKind | 'avif';

const WEBP = { mime: 'image/webp', ext: '.webp' };

/** Kinds that browsers do not show. */
const isShown = (kind: CopiedKind): boolean => kind !== 'tiff';

/** Whether copies are WebP: those of a kind that browsers do not show, and of AVIF, which takes long to encode. */
const hasWebpCopies = (kind: CopiedKind): boolean => kind === 'avif' || !isShown(kind);

export interface Renditions {
  /** By the name of the format, the largest first. */
  formats: Map<string, EncodedImage>;
  /** What `makePlaceholder` made of the smallest. */
  placeholder?: string;
}

interface CopiesColours {
  /** True to take the values as they are, whatever profile they belong to. */
  ignoreIcc: boolean;
  /** The profile that the copies then need. */
  attach?: Buffer;
}

/** A larger profile weighs more than a thumbnail. */
const MOST_ATTACHED = 4 * 1024;

const USUAL = 'sRGB';
/** As version 4 of the format writes it, in UTF-16. */
const WIDE_USUAL = Buffer.from(USUAL, 'utf16le').swap16();

/** The profile that every browser assumes where there is none. */
const isUsual = (profile: Buffer): boolean =>
  profile.includes(USUAL) || profile.includes(WIDE_USUAL);

/**
 * To compute the colours of all pixels anew costs as much as to decode them. It is not needed for
 * the usual profile; and a JPEG can carry another one, so that its copies have all the colours that
 * it has.
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

/** GIF at the effort that sharp takes by itself takes twice as long, for copies that are a twentieth smaller. */
const ENCODING: Partial<Record<CopiedKind, object>> = { gif: { effort: 4 } };

/**
 * The copies that Strapi's Media Library and public pages expect.
 * @param breakpoints name of a responsive format -> the longest side in pixels
 * @param kind one that browsers do not show has a thumbnail always, and one copy of its full size if a format has room
 * @returns by name, the largest first, the box that each has to fit in
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

/** Computes pixels; what it returns makes pipelines that start with them. */
const toPixels = async (pipeline: Sharp): Promise<() => Sharp> => {
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return () => openImage(data, { raw: { width, height, channels } });
};

/** The longest side in pixels: drawn large, it is a blur. */
const PLACEHOLDER_SIDE = 16;
const PLACEHOLDER_QUALITY = 30;
const OPAQUE = 255;

/** Whether there is nothing to be seen behind some pixels: with an even number of channels, the last one says so. */
const isOpaque = (pixels: Buffer, channels: number): boolean =>
  channels % 2 === 1 ||
  pixels.every((value, index) => value === OPAQUE || index % channels !== channels - 1);

/**
 * What a page shows in the place of a picture until that is there: the same in a few pixels.
 * @param copy the pixels of the smallest copy
 * @returns a WebP of about a hundred bytes, in Base64; undefined for what can be seen through, behind
 *   which it would be seen
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
 * Opens an image to be encoded anew as it is seen. What is said in a TIFF of how to turn it would
 * be written again if the library did not turn it by itself.
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
 * Qualities at which a copy is tried until it has fewer bytes than the original, of a kind that browsers do not show: its
 * readers see nothing but copies.
 */
const QUALITIES = [80, 50, 20];

/** A copy that has fewer bytes than the original; undefined if there is none. */
const encodeSmaller = async (
  pixels: () => Sharp,
  kind: CopiedKind,
  original: Buffer
): Promise<EncodedImage | undefined> => {
  if (!hasWebpCopies(kind)) {
    const copy = await encode(pixels().toFormat(kind, ENCODING[kind]));
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

/** Estimate of the CPU time to encode one copy. */
const COPY_SECONDS = 0.2;

/**
 * Decodes once: the largest copy comes from the original, each smaller one from the pixels of the
 * copy before it. Strapi decodes the original for each. What lies on its side is turned when it is
 * small already, which costs a tenth of turning the original. Left out are copies with no fewer bytes than the original
 * and, but for the smallest, copies that there is no time for.
 * @param sizes what `wantedSizes` returned
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
    const copy = hasTime ? await encodeSmaller(pixels, kind, image) : undefined;
    if (copy) {
      const { bytes } = copy;
      made.set(name, { ...copy, bytes: attach ? withProfile(bytes, attach) : bytes });
    }
    source = pixels();
  }
  return { formats: made, placeholder: source && (await makePlaceholder(source)) };
};

/**
 * Pixels of all frames that the copies of an animation may have: to encode one takes a quarter of a
 * microsecond.
 */
const MOST_ANIMATED_PIXELS = 10_000_000;

/** Of the copies of an animation, those that take not too long: the smallest first. */
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
 * The same for an animation: each copy has all frames. Begins with the smallest, which tells how long the others take.
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
    const copy = await encode(frames.toFormat(format, ENCODING[format]));
    secondsPerPixel = (before - bounds.timeLeft()) / pixels;
    if (copy.bytes.length < image.length) {
      made.unshift([name, copy]);
    }
  }
  return { formats: new Map(made) };
};
