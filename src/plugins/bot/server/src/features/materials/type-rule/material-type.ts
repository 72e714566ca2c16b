import { SHOWN_IMAGES, VECTOR_IMAGE } from '@fleet-bot/media';
import type { MaterialType } from '@fleet-bot/protocol';

/** MIME types of images. Types that no browser shows, such as camera raw data or JPEG XL, count as files. */
export const IMAGE_TYPES: readonly string[] = [
  ...SHOWN_IMAGES,
  VECTOR_IMAGE,
  'image/vnd.adobe.photoshop',
];

const IMAGES = new Set(IMAGE_TYPES);

/** The kind of material for a MIME type: all other types, also audio, are a `file` (interface document, section 2). */
export const materialTypeOf = (mime: string): MaterialType => {
  if (IMAGES.has(mime)) {
    return 'image';
  }
  return mime.startsWith('video/') ? 'video' : 'file';
};
