import type { Edits } from '../../bytes/edits';
import type { Size } from '../exif';

export interface Cleaned {
  edits: Edits;
  hasPicture: boolean;
  /** Pictures as large as the first that a viewer shows one after the other, in an animated PNG. */
  frames: number;
  /** The size, as seen, of a picture in a coding that the image library may not be able to read. */
  size?: Size;
  /** True for the values of a camera's sensor: no picture yet, and of no use without metadata. */
  isRaw?: boolean;
}

export const cleaned = (edits: Edits, rest: Partial<Omit<Cleaned, 'edits'>> = {}): Cleaned => ({
  edits,
  hasPicture: true,
  frames: 1,
  ...rest,
});
