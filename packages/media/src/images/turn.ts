import type { Metadata, Sharp } from 'sharp';

import { colourChunks, withChunks } from './containers/png';
import { isLosslessWebp } from './containers/webp';
import type { Orientation } from './exif';
import { MOST_GROWTH } from './received-image';
import { openUpright, type EncodedImage } from './renditions';

/** Colour spaces that go through the library without a change of any value. */
const EXACT_SPACES: ReadonlySet<string> = new Set(['srgb', 'b-w', 'rgb16', 'grey16']);
const EXACT_DEPTHS: ReadonlySet<string> = new Set(['uchar', 'ushort']);

/** Pixels from which on a WebP without loss is encoded at the least effort: any other takes longer than five seconds. */
const LARGE = 4_000_000;
/** Qualities at which a WebP with loss is encoded until it is small enough; the first one shows no difference. */
const QUALITIES = [90, 75, 50];

const isExact = ({ space, depth, pages }: Metadata): boolean =>
  EXACT_SPACES.has(space) && EXACT_DEPTHS.has(depth) && (pages ?? 1) === 1;

/** The encodings to try for a format, the best first; none for a format that is not turned. */
const encodings = (
  image: Buffer,
  { format, width, height }: Metadata
): ((turned: Sharp) => Sharp)[] => {
  if (format === 'png') {
    return [
      (turned) => turned.png(),
      (turned) => turned.png({ compressionLevel: 9, adaptiveFiltering: true }),
    ];
  }
  if (format === 'tiff') {
    return (['lzw', 'deflate'] as const).map(
      (compression) => (turned: Sharp) => turned.tiff({ compression, predictor: 'horizontal' })
    );
  }
  if (format !== 'webp') {
    return [];
  }
  const effort = width * height > LARGE ? 0 : 4;
  return isLosslessWebp(image)
    ? [(turned) => turned.webp({ lossless: true, exact: true, effort })]
    : QUALITIES.map((quality) => (turned: Sharp) => turned.webp({ quality }));
};

/**
 * Turns an image whose viewers do not heed its orientation, in its own depth and colour space. Each pixel has the values
 * that it had, but for a WebP that was encoded with loss, as without it has ten times the bytes.
 * @returns undefined where that cannot be done within 1.5 times the bytes; the image then keeps saying how it is to be
 *   turned
 */
export const turnUpright = async (
  image: Buffer,
  header: Metadata,
  orientation: Orientation
): Promise<EncodedImage | undefined> => {
  if (!isExact(header)) {
    return undefined;
  }
  const isDeep = header.depth === 'ushort';
  const isGrey = header.channels < 3;
  const space = isGrey ? (isDeep ? 'grey16' : 'b-w') : isDeep ? 'rgb16' : 'srgb';
  for (const encode of encodings(image, header)) {
    const turned = openUpright(image, header.format, orientation, { ignoreIcc: true })
      .keepIccProfile()
      .toColourspace(space);
    const { data, info } = await encode(turned).toBuffer({ resolveWithObject: true });
    const bytes = header.format === 'png' ? withChunks(data, colourChunks(image)) : data;
    if (bytes.length <= image.length * MOST_GROWTH) {
      return { bytes, width: info.width, height: info.height };
    }
  }
  return undefined;
};
