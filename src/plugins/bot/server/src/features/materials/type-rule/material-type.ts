import { SHOWN_IMAGES, VECTOR_IMAGE } from '@fleet-bot/media';
import type { MaterialType } from '@fleet-bot/protocol';

/** Pictures. What no browser shows, as the raw data of a camera or JPEG XL, is a file. */
export const IMAGE_TYPES: readonly string[] = [
  ...SHOWN_IMAGES,
  VECTOR_IMAGE,
  'image/vnd.adobe.photoshop',
];

const IMAGES = new Set(IMAGE_TYPES);

/**
 * The kind of material that a MIME type stands for. Whatever is neither a picture nor a film
 * is a `file`, audio too (interface document, section 2).
 */
export const materialTypeOf = (mime: string): MaterialType => {
  if (IMAGES.has(mime)) {
    return 'image';
  }
  return mime.startsWith('video/') ? 'video' : 'file';
};
