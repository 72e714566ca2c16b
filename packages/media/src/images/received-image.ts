import type { Edits } from '../bytes/edits';
import { MediaError } from '../errors';

import type { Size } from './exif';
import type { Renditions } from './renditions';

export interface ImageOptions {
  /** Name of a responsive format -> the longest side in pixels, as in Strapi's upload settings. */
  breakpoints: Record<string, number>;
  /** Width times height times frames that an image may have. */
  mostPixels: number;
  /** Quality at which the original is encoded anew, if that makes it smaller; else it is kept. */
  quality?: number;
}

export interface ProcessedImage extends Renditions {
  original: {
    edits: Edits;
    /** In pixels, as seen; of one that could be read. */
    width?: number;
    height?: number;
  };
  /** What it is now, if that is not what it was taken for. */
  now?: { mime: string; ext?: string };
  /** The type that it had, if it was decoded and stored as another one. */
  convertedFrom?: string;
}

/** The largest size of a stored image, as a multiple of the received bytes. */
export const MOST_GROWTH = 1.5;

/** Rows, all frames counted: a decoder goes row by row, and a row of one pixel has its price. */
const MOST_ROWS = 1_000_000;

/**
 * @param frames pictures as large as that, of an animation
 * @param most width times height times frames
 * @throws `file-too-large` for too many pixels
 */
export const assertAffordable = ({ width, height }: Size, frames: number, most: number): void => {
  const pixels = width * height * frames;
  if (pixels > most || height * frames > MOST_ROWS) {
    const message = `The image has more than ${most} pixels or ${MOST_ROWS} rows, all frames counted`;
    throw new MediaError('file-too-large', message, { details: { limit: most, pixels } });
  }
};

export const broken = (cause?: unknown): MediaError =>
  new MediaError('file-type-not-allowed', 'The image is broken: there is no picture in it', {
    cause,
  });

/** What is stored for an image that cannot be read: a file, which no page shows. */
export const storedAsFile = (edits: Edits): ProcessedImage => ({
  original: { edits },
  formats: new Map(),
  now: { mime: 'application/octet-stream' },
});
