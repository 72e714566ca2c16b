import type { Metadata, Sharp } from 'sharp';

import { colourChunks, withChunks } from './containers/png';
import { isLosslessWebp } from './containers/webp';
import type { Orientation } from './exif';
import { MOST_GROWTH } from './received-image';
import { openUpright, type EncodedImage } from './renditions';
import { hasTimeFor, type TimeBound } from './time';

/** Colour spaces in which the image library sharp processes an image without changing any pixel value. */
const EXACT_SPACES: ReadonlySet<string> = new Set(['srgb', 'b-w', 'rgb16', 'grey16']);
const EXACT_DEPTHS: ReadonlySet<string> = new Set(['uchar', 'ushort']);

interface Encoding {
  /** Estimated CPU time to encode an image of noise, which takes longest. */
  secondsPerMegapixel: number;
  encode: (turned: Sharp) => Sharp;
}

/** Qualities to try for a lossy WebP until it is small enough. The first shows no visible difference. */
const QUALITIES = [90, 75, 50];

/** Seconds of CPU time to decode and rotate a megapixel. */
const DECODING = 0.05;

const isExact = ({ space, depth, pages }: Metadata): boolean =>
  EXACT_SPACES.has(space) && EXACT_DEPTHS.has(depth) && (pages ?? 1) === 1;

const PNG: Encoding[] = [
  { secondsPerMegapixel: 0.12, encode: (turned) => turned.png() },
  {
    secondsPerMegapixel: 1.2,
    encode: (turned) => turned.png({ compressionLevel: 9, adaptiveFiltering: true }),
  },
];

const TIFF = (['lzw', 'deflate'] as const).map((compression): Encoding => ({
  secondsPerMegapixel: 0.15,
  encode: (turned) => turned.tiff({ compression, predictor: 'horizontal' }),
}));

const WEBP = QUALITIES.map((quality): Encoding => ({
  secondsPerMegapixel: 0.1,
  encode: (turned) => turned.webp({ quality, effort: 1 }),
}));

const LOSSLESS = { lossless: true, exact: true };
const LOSSLESS_WEBP: Encoding[] = [
  { secondsPerMegapixel: 5, encode: (turned) => turned.webp(LOSSLESS) },
  {
    secondsPerMegapixel: 0.18,
    encode: (turned) => turned.webp({ ...LOSSLESS, quality: 1, effort: 0 }),
  },
];

/**
 * Encodings to try when an image is rotated upright, best first; empty for a format that is stored without rotation.
 */
const encodings = (image: Buffer, { format }: Metadata): Encoding[] => {
  if (format === 'webp') {
    return isLosslessWebp(image) ? LOSSLESS_WEBP : WEBP;
  }
  return format === 'png' ? PNG : format === 'tiff' ? TIFF : [];
};

/**
 * Rotates an image upright if viewers ignore its orientation. Keeps bit depth, colour space and all pixel values,
 * except for a lossy WebP, which would need ten times the bytes.
 * @returns undefined for several pages or an unsupported colour space, for a result above 1.5 times the original size,
 * or if too little CPU time is left; the image then keeps its orientation tag
 */
export const turnUpright = async (
  image: Buffer,
  header: Metadata,
  orientation: Orientation,
  bounds: TimeBound
): Promise<EncodedImage | undefined> => {
  if (!isExact(header)) {
    return undefined;
  }
  const isDeep = header.depth === 'ushort';
  const isGrey = header.channels < 3;
  const space = isGrey ? (isDeep ? 'grey16' : 'b-w') : isDeep ? 'rgb16' : 'srgb';
  const megapixels = (header.width * header.height) / 1_000_000;
  // The time of an encoding in relation to its estimate, which is that for noise. The next one's differs little.
  let pace = 1;
  for (const { secondsPerMegapixel, encode } of encodings(image, header)) {
    const estimated = megapixels * (DECODING + secondsPerMegapixel);
    if (!hasTimeFor(estimated * pace, bounds)) {
      continue;
    }
    const before = bounds.timeLeft();
    const turned = openUpright(image, header.format, orientation, { ignoreIcc: true })
      .keepIccProfile()
      .toColourspace(space);
    const { data, info } = await encode(turned).toBuffer({ resolveWithObject: true });
    const bytes = header.format === 'png' ? withChunks(data, colourChunks(image)) : data;
    if (bytes.length <= image.length * MOST_GROWTH) {
      return { bytes, width: info.width, height: info.height };
    }
    pace = (before - bounds.timeLeft()) / estimated;
  }
  return undefined;
};
