import { MediaError } from '../errors';

/** What an image is said to take by its header. */
export interface Measure {
  width: number;
  height: number;
  /** Pictures as large as that: the frames of an animation. */
  frames: number;
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
