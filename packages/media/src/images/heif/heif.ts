import type { Metadata } from 'sharp';

import { applyEdits, keepAll } from '../../bytes/edits';
import { MediaError, Unreadable } from '../../errors';
import { boxesIn } from '../../metadata/iso/boxes';
import { openImage } from '../open-image';
import { withProfile } from '../containers/jpeg';
import { processRaster, readHeader } from '../raster';
import {
  assertAffordable,
  broken,
  storedAsFile,
  type ImageOptions,
  type ProcessedImage,
} from '../received-image';

import { cleanHeif, picturesOf } from './clean-heif';
import { decodeHeic, notSupported } from './heic';
import { readHeifItems, type HeifItems } from './items';

/** Of a JPEG that is made of a HEIC. */
const QUALITY = 92;

/** Display P3 (ITU-T H.273, table 2), which phones use. */
const P3_PRIMARIES = 12;

const JPEG = { mime: 'image/jpeg', ext: '.jpg' };
const PNG = { mime: 'image/png', ext: '.png' };
const AVIF = { mime: 'image/avif', ext: '.avif' };

const isAnimation = (file: Buffer): boolean =>
  boxesIn(file, 0, file.length).some(({ type }) => type === 'moov');

/** The library knows such files by their first brand, and not that of an animation. */
const branded = (file: Buffer): Buffer =>
  Buffer.concat([file.subarray(0, 8), Buffer.from('mif1'), file.subarray(12)]);

const isRgb = (profile: Buffer): boolean => profile.toString('latin1', 16, 20) === 'RGB ';

/** True if the colours of the picture are those of Display P3, if no profile says what they are. */
const isP3 = (file: Buffer): boolean => {
  const at = file.indexOf('colrnclx');
  return at !== -1 && at + 10 <= file.length && file.readUInt16BE(at + 8) === P3_PRIMARIES;
};

/** The profile that a decoded picture needs for its colours to be those that were meant. */
const profileOf = async (file: Buffer, { icc }: Metadata): Promise<Buffer | undefined> => {
  if (icc !== undefined) {
    return isRgb(icc) ? icc : undefined;
  }
  if (!isP3(file)) {
    return undefined;
  }
  const pixel = { width: 1, height: 1, channels: 3 as const };
  const png = await openImage(Buffer.alloc(3), { raw: pixel })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  return (await openImage(png).metadata()).icc;
};

/** Decodes a picture that browsers do not show: a JPEG of high quality; a PNG, without loss, of what can be seen through. */
const decode = async (file: Buffer, header: Metadata): Promise<Buffer> => {
  const { data, width, height, channels } = await decodeHeic(file);
  const image = openImage(data, { raw: { width, height, channels } });
  if (channels === 4) {
    return image.png().toBuffer();
  }
  const jpeg = await image.jpeg({ quality: QUALITY }).toBuffer();
  const profile = await profileOf(file, header);
  return profile === undefined ? jpeg : withProfile(jpeg, profile);
};

/** Stores the picture as one that browsers show. */
const convert = async (
  file: Buffer,
  header: Metadata,
  mime: string,
  options: ImageOptions
): Promise<ProcessedImage> => {
  const bytes = await decode(file, header);
  const isJpeg = bytes[0] === 0xff;
  const processed = await processRaster(bytes, isJpeg ? 'jpeg' : 'png', options);
  if (processed === undefined) {
    throw broken();
  }
  const { original } = processed;
  return {
    ...processed,
    original: { ...original, edits: [applyEdits(bytes, original.edits)] },
    now: isJpeg ? JPEG : PNG,
    convertedFrom: mime,
  };
};

/**
 * An AVIF is kept, animated or not, and not decoded: Strapi makes no copies of this type, and to
 * decode it is slow.
 */
const keep = async (
  file: Buffer,
  heif: HeifItems,
  { width, height }: Metadata,
  mime: string
): Promise<ProcessedImage> => ({
  original: { edits: await cleanHeif(file, heif), width, height },
  formats: new Map(),
  ...(mime !== AVIF.mime && { now: AVIF }),
});

/**
 * Makes what is stored for a HEIF file: an AVIF is cleaned, any other one becomes a JPEG.
 * @param mime as identified; the codec of the main picture decides
 * @returns undefined for an animation without a still picture, which is stored as it came
 * @throws `image-type-not-supported`, `file-too-large`, `file-type-not-allowed`, Unreadable
 */
export const processHeif = async (
  file: Buffer,
  mime: string,
  options: ImageOptions
): Promise<ProcessedImage | undefined> => {
  const heif = readHeifItems(file);
  const header = await readHeader(branded(file));
  if (heif === undefined || header === undefined) {
    if (mime !== AVIF.mime) {
      throw notSupported('A HEIF file without a still picture');
    }
    if (isAnimation(file)) {
      return undefined;
    }
    throw broken();
  }
  assertAffordable(header, 1, options.mostPixels);
  if (picturesOf(heif).some(({ end }) => end > file.length)) {
    throw broken();
  }
  try {
    if (heif.items.some(({ type }) => type === 'av01')) {
      return await keep(file, heif, header, mime);
    }
    return await convert(file, header, mime, options);
  } catch (error) {
    throw error instanceof MediaError || error instanceof Unreadable ? error : broken(error);
  }
};

export const cleanUnreadHeif = async (file: Buffer): Promise<ProcessedImage> => {
  const heif = readHeifItems(file);
  return storedAsFile(heif ? await cleanHeif(file, heif) : keepAll(file.length));
};
