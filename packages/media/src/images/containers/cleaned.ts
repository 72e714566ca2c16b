import type { Edits } from '../../bytes/edits';
import type { Size } from '../exif';

export interface Cleaned {
  edits: Edits;
  hasPicture: boolean;
  /** Number of full-size frames in an animated PNG; otherwise 1. */
  frames: number;
  /** Displayed size of a picture in an encoding that the image library may not support. */
  size?: Size;
  /** True for raw sensor data, which is not a viewable picture and is useless without its metadata. */
  isRaw?: boolean;
}

/**
 * Creates the result of removing metadata from an image. Unless `rest` says otherwise, the image has a picture with one
 * frame.
 */
export const cleaned = (edits: Edits, rest: Partial<Omit<Cleaned, 'edits'>> = {}): Cleaned => ({
  edits,
  hasPicture: true,
  frames: 1,
  ...rest,
});
