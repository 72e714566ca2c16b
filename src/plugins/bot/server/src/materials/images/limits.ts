import type { Metadata } from 'sharp';

import { protocolError, type ProtocolError } from '../../protocol/errors';

/** What one image may take. */
export interface ImageLimits {
  /** Width times height times frames. */
  pixels: number;
  /** Seconds of work. */
  seconds: number;
}

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

/** Passes that a picture of the most pixels may take; smaller ones may take more. */
const PASSES_OF_LARGEST = 20;

/** The refusal of an image that would take, or that took, more than it may. */
export const tooCostly = (why: string): ProtocolError =>
  protocolError('image-too-costly', { message: `The image cannot be read: ${why}` });

/** @throws `file-too-large` for too many pixels, `image-too-costly` for too many passes over them */
export const assertAffordable = (
  { width, height, frames, passes }: Measure,
  limits: ImageLimits
): void => {
  const pixels = width * height * frames;
  if (pixels > limits.pixels || height * frames > MOST_ROWS) {
    throw protocolError('file-too-large', {
      message: `The image has more than ${limits.pixels} pixels or ${MOST_ROWS} rows, all frames counted`,
      details: { limit: limits.pixels, pixels },
    });
  }
  if (pixels * passes > limits.pixels * PASSES_OF_LARGEST) {
    throw tooCostly(`its ${passes} scans take too long`);
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
