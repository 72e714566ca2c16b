import type { Metadata } from 'sharp';

import { MediaError } from '../errors';

/** An image that takes more than it may to be read: it is stored as a file. */
export class UnreadableImage extends Error {}

/** What an image is said to take by its header. */
export interface Measure {
  width: number;
  height: number;
  /** Pictures as large as that: the frames of an animation. */
  frames: number;
  /** Passes over all pixels: the scans of a JPEG. */
  passes: number;
}

/** Rows, all frames counted: a decoder goes row by row, and a row of one pixel has its price. */
const MOST_ROWS = 1_000_000;

/**
 * @param most width times height times frames
 * @throws `file-too-large` for too many pixels
 */
export const assertAffordable = ({ width, height, frames }: Measure, most: number): void => {
  const pixels = width * height * frames;
  if (pixels > most || height * frames > MOST_ROWS) {
    const message = `The image has more than ${most} pixels or ${MOST_ROWS} rows, all frames counted`;
    throw new MediaError('file-too-large', message, { details: { limit: most, pixels } });
  }
};

/** Nanoseconds of one core for one pixel: to decode it and to make the copies. */
const COSTS: Partial<Record<Metadata['format'], number>> = {
  gif: 150,
  heif: 100,
  jpeg: 15,
  png: 40,
  tiff: 25,
  webp: 50,
};
/** Of a further pass over the pixels. */
const PASS_COST = 1;

/** An estimate of the milliseconds of work; for what goes first, not for what is refused. */
export const estimateCost = (format: Metadata['format'], measure: Measure): number => {
  const { width, height, frames, passes } = measure;
  return (width * height * frames * ((COSTS[format] ?? 50) + passes * PASS_COST)) / 1_000_000;
};
