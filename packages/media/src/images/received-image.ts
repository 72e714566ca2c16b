import type { Edits } from '../bytes/edits';
import { MediaError } from '../errors';

import type { Size } from './exif';
import type { Renditions } from './renditions';
import type { TimeBound } from './time';

export interface ImageOptions {
  /** Longest side in pixels by name of a responsive format, as in Strapi's upload settings. */
  breakpoints: Record<string, number>;
  /** Maximum width times height times frames of an image. */
  mostPixels: number;
  /** Quality for re-encoding the original. The result is used only if it is smaller. */
  quality?: number;
}

export type BoundedOptions = ImageOptions & TimeBound;

export interface ProcessedImage extends Renditions {
  original: {
    edits: Edits;
    /** Displayed size in pixels; undefined if the image could not be decoded. */
    width?: number;
    height?: number;
  };
  /** Type and extension of the stored file, if they differ from the identified ones. */
  now?: { mime: string; ext?: string };
  /** Original media type, if the image was converted. */
  convertedFrom?: string;
}

/** Maximum size of a stored image, as a multiple of the received bytes. */
export const MOST_GROWTH = 1.5;

/** Maximum number of rows of all frames. Decoders work by row, so very many narrow rows are expensive. */
const MOST_ROWS = 1_000_000;

/**
 * Checks the size of an image before it is decoded.
 * @param frames number of frames of this size
 * @param most largest width times height times frames
 * @throws `file-too-large` for too many pixels or rows
 */
export const assertAffordable = ({ width, height }: Size, frames: number, most: number): void => {
  const pixels = width * height * frames;
  if (pixels > most || height * frames > MOST_ROWS) {
    const message = `The image has more than ${most} pixels or ${MOST_ROWS} rows, all frames counted`;
    throw new MediaError('file-too-large', message, { details: { limit: most, pixels } });
  }
};

/** The error `file-type-not-allowed` for an image file without a decodable picture. */
export const broken = (cause?: unknown): MediaError =>
  new MediaError('file-type-not-allowed', 'The image is broken: there is no picture in it', {
    cause,
  });

/** Stored content for an image that cannot be decoded: a plain file that pages do not show. */
export const storedAsFile = (edits: Edits): ProcessedImage => ({
  original: { edits },
  formats: new Map(),
  now: { mime: 'application/octet-stream' },
});
