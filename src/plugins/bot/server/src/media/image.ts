import sharp, { type Metadata, type Sharp } from 'sharp';

import { protocolError } from '../protocol/errors';

import { withoutMetadata } from './image-metadata';

/** An encoded image with its size in pixels. */
export interface EncodedImage {
  bytes: Buffer;
  width: number;
  height: number;
}

export interface ImageVariants {
  original: EncodedImage;
  /** By the name of the format; the thumbnail first, then from large to small. */
  formats: Map<string, EncodedImage>;
}

export interface ImageOptions {
  /** Name of a responsive format -> the longest side in pixels, as in Strapi's upload settings. */
  breakpoints: Record<string, number>;
  /** Width times height times frames at most. */
  pixels: number;
}

/** The size of the thumbnail in Strapi's Media Library. */
const THUMBNAIL = { width: 245, height: 156 };

/** Formats that Strapi makes responsive copies of. */
const RESIZABLE = new Set(['jpeg', 'png', 'webp', 'tiff', 'gif']);

/** Formats that sharp does not read, and that no camera writes; stored as they are. */
const UNREADABLE = new Set(['image/bmp', 'image/x-icon', 'image/vnd.adobe.photoshop']);

const refuse = (message: string): never => {
  throw protocolError('file-type-not-allowed', { message });
};

const readHeader = async (image: Buffer): Promise<Metadata | undefined> => {
  try {
    return await sharp(image, { animated: true, limitInputPixels: false }).metadata();
  } catch {
    return undefined;
  }
};

const assertSize = ({ width, height }: Metadata, limit: number): void => {
  // For an animation, sharp gives the height of all frames on top of each other.
  if (width * height > limit) {
    throw protocolError('file-too-large', {
      message: `The image has more than ${limit} pixels, all frames counted`,
      details: { limit, pixels: width * height },
    });
  }
};

const encode = async (pipeline: Sharp): Promise<EncodedImage> => {
  const { data, info } = await pipeline.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
};

const isAnimated = ({ pages }: Metadata): boolean => (pages ?? 1) > 1;

/** An animation is taken as it is: no viewer turns one, and sharp cannot. */
const isUpright = (header: Metadata): boolean =>
  header.orientation === undefined || header.orientation === 1 || isAnimated(header);

/** Reads every pixel. @throws if there are not as many as the header says */
const assertWhole = async (image: Buffer): Promise<void> => {
  await sharp(image, { animated: true }).raw().toBuffer();
};

/** The original as it is stored: upright, without metadata, its pixels untouched if possible. */
const cleanOriginal = async (image: Buffer, header: Metadata): Promise<EncodedImage> => {
  const size = { width: header.width, height: header.pageHeight ?? header.height };
  const cleaned = isUpright(header) ? withoutMetadata(image, header.format) : undefined;
  if (cleaned !== undefined) {
    return { bytes: cleaned, ...size };
  }
  return encode(sharp(image, { animated: true }).autoOrient().keepIccProfile());
};

interface Size {
  width: number;
  height: number;
}

const wantedSizes = (
  { width, height }: Size,
  breakpoints: Record<string, number>
): Map<string, Size> => {
  const sizes = new Map<string, Size>();
  if (width > THUMBNAIL.width || height > THUMBNAIL.height) {
    sizes.set('thumbnail', THUMBNAIL);
  }
  for (const [name, side] of Object.entries(breakpoints)) {
    if (side < width || side < height) {
      sizes.set(name, { width: side, height: side });
    }
  }
  return sizes;
};

const largestFirst = (sizes: Map<string, Size>): [string, Size][] =>
  [...sizes].sort(([, a], [, b]) => b.width - a.width);

const makeAnimatedFormats = async (
  image: Buffer,
  sizes: Map<string, Size>
): Promise<Map<string, EncodedImage>> => {
  const formats = new Map<string, EncodedImage>();
  for (const [name, size] of sizes) {
    formats.set(
      name,
      await encode(sharp(image, { animated: true }).resize({ ...size, fit: 'inside' }))
    );
  }
  return formats;
};

/**
 * Decodes once: the largest copy comes from the original, each smaller one from the pixels of
 * the copy before it. Strapi decodes the original for each.
 */
const makeFormats = async (
  image: Buffer,
  format: 'jpeg' | 'png' | 'webp' | 'tiff' | 'gif',
  sizes: Map<string, Size>
): Promise<Map<string, EncodedImage>> => {
  const formats = new Map<string, EncodedImage>();
  let source = sharp(image).autoOrient();
  for (const [name, size] of largestFirst(sizes)) {
    const { data, info } = await source
      .resize({ ...size, fit: 'inside' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const pixels = () => sharp(data, { raw: { width, height, channels } });
    formats.set(name, await encode(pixels().toFormat(format)));
    source = pixels();
  }
  return formats;
};

const isResizable = (format: string): format is 'jpeg' | 'png' | 'webp' | 'tiff' | 'gif' =>
  RESIZABLE.has(format);

/**
 * Makes what is stored for an image: the original, cleaned, and the copies that Strapi's Media
 * Library and public pages expect.
 * @param image the bytes that were uploaded
 * @param mime their type, as identified
 * @returns undefined for an image that is stored as it is, with no copies
 * @throws `file-too-large` for more pixels than `options.pixels`, found before decoding;
 *   `file-type-not-allowed` for an image that is broken or that cannot be cleaned here
 */
export const makeImageVariants = async (
  image: Buffer,
  mime: string,
  options: ImageOptions
): Promise<ImageVariants | undefined> => {
  const header = await readHeader(image);
  if (header === undefined) {
    return UNREADABLE.has(mime)
      ? undefined
      : refuse(
          `This image is broken, or of a type (${mime}) that cannot be freed of its location data here`
        );
  }
  assertSize(header, options.pixels);
  try {
    const original = await cleanOriginal(image, header);
    if (!isResizable(header.format)) {
      return { original, formats: new Map() };
    }
    const sizes = wantedSizes(original, options.breakpoints);
    if (sizes.size === 0) {
      await assertWhole(image);
    }
    const formats = isAnimated(header)
      ? await makeAnimatedFormats(image, sizes)
      : await makeFormats(image, header.format, sizes);
    return { original, formats };
  } catch (cause) {
    throw protocolError('file-type-not-allowed', { message: 'The image is broken', cause });
  }
};
