import type { MaterialType } from '../protocol/publication';

/**
 * The kind of material that a MIME type stands for. Whatever is neither a picture nor a film
 * is a `file`, audio too (interface document, section 2).
 */
export const materialTypeOf = (mime: string): MaterialType => {
  const family = mime.split('/', 1)[0];
  return family === 'image' || family === 'video' ? family : 'file';
};
