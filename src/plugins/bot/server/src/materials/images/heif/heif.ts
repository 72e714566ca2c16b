import { applyEdits } from '../../../bytes/edits';
import { codeOf } from '../../../protocol/errors';
import { startBudget, type Budget } from '../budget';
import { withProfile } from '../containers/jpeg';
import { assertAffordable, estimateCost } from '../limits';
import { processRaster } from '../raster';
import { broken, type ImageOptions, type ProcessedImage } from '../received-image';

import { cleanAvif } from './avif';
import { factsOf, type HeifFacts } from './facts';
import { decodeHeic, notSupported, type Pixels } from './heic';
import { readHeifItems, type HeifItems } from './items';

/** Of a JPEG that is made of a HEIC. */
const QUALITY = 92;

/** Display P3 (ITU-T H.273, table 2), which phones use. */
const P3_PRIMARIES = 12;

const JPEG = { mime: 'image/jpeg', ext: '.jpg' };
const PNG = { mime: 'image/png', ext: '.png' };
const AVIF = { mime: 'image/avif', ext: '.avif' };

const isRgb = (profile: Buffer): boolean => profile.toString('latin1', 16, 20) === 'RGB ';

/** The profile that a decoded picture needs for its colours to be those that were meant. */
const profileOf = async (
  { profile, primaries }: HeifFacts,
  budget: Budget
): Promise<Buffer | undefined> => {
  if (profile !== undefined) {
    return isRgb(profile) ? profile : undefined;
  }
  if (primaries !== P3_PRIMARIES) {
    return undefined;
  }
  const pixel = { width: 1, height: 1, channels: 3 as const };
  const png = await budget
    .open(Buffer.alloc(3), { raw: pixel })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  return (await budget.open(png).metadata()).icc;
};

/** A JPEG of high quality; a PNG, without loss, of what can be seen through. */
const encode = async (pixels: Pixels, facts: HeifFacts, budget: Budget): Promise<Buffer> => {
  const { data, width, height, channels } = pixels;
  const image = budget.open(data, { raw: { width, height, channels } });
  if (channels === 4) {
    return image.png().toBuffer();
  }
  const jpeg = await image.jpeg({ quality: QUALITY }).toBuffer();
  const profile = await profileOf(facts, budget);
  return profile === undefined ? jpeg : withProfile(jpeg, profile);
};

/** Decodes a picture that browsers do not show, and stores one that they do. */
const convert = async (
  file: Buffer,
  facts: HeifFacts,
  mime: string,
  options: ImageOptions
): Promise<ProcessedImage> => {
  const pixels = await decodeHeic(file);
  const bytes = await encode(pixels, facts, startBudget(options.limits));
  const isOpaque = pixels.channels === 3;
  const processed = await processRaster(bytes, isOpaque ? 'jpeg' : 'png', options, () => undefined);
  if (processed === undefined) {
    throw broken();
  }
  const { original } = processed;
  return {
    ...processed,
    original: { ...original, edits: [applyEdits(bytes, original.edits)] },
    now: isOpaque ? JPEG : PNG,
    convertedFrom: mime,
  };
};

/** An AVIF is kept, not decoded: Strapi makes no copies of this type, and to decode it is slow. */
const keep = async (
  file: Buffer,
  heif: HeifItems,
  mime: string,
  { limits }: ImageOptions
): Promise<ProcessedImage> => {
  const { width, height } = await startBudget(limits).open(file).metadata();
  assertAffordable({ width, height, frames: 1, passes: 1 }, limits);
  return {
    original: { edits: cleanAvif(file, heif), width, height },
    formats: new Map(),
    ...(mime !== AVIF.mime && { now: AVIF }),
  };
};

/**
 * Makes what is stored for a HEIF file: an AVIF is cleaned, any other one becomes a JPEG.
 * @param mime as identified; the codec of the main picture decides
 * @param onCost told what the work will take, in milliseconds, before it begins; may throw
 * @throws `image-type-not-supported`, `file-too-large`, `image-too-costly`, `file-type-not-allowed`
 */
export const processHeif = async (
  file: Buffer,
  mime: string,
  options: ImageOptions,
  onCost: (milliseconds: number) => void
): Promise<ProcessedImage> => {
  const heif = readHeifItems(file);
  const facts = heif && factsOf(file, heif);
  if (heif === undefined || facts === undefined) {
    throw mime === AVIF.mime ? broken() : notSupported('A HEIF file without a still picture');
  }
  const measure = { width: facts.width, height: facts.height, frames: 1, passes: 1 };
  assertAffordable(measure, options.limits);
  if (!facts.isWhole) {
    throw broken();
  }
  try {
    if (facts.codec === 'av01') {
      return await keep(file, heif, mime, options);
    }
    onCost(estimateCost('heif', measure));
    return await convert(file, facts, mime, options);
  } catch (error) {
    throw codeOf(error) === undefined ? broken(error) : error;
  }
};
