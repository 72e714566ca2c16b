/** Kinds of images that are worked on here; all others are stored as they came. */
export type ImageKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'heif';

/** Those that the image library reads. */
export type RasterKind = Exclude<ImageKind, 'heif'>;

const KINDS: Record<string, ImageKind> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/tiff': 'tiff',
  'image/avif': 'heif',
  'image/heic': 'heif',
  'image/heic-sequence': 'heif',
  'image/heif': 'heif',
  'image/heif-sequence': 'heif',
};

/** @param mime as identified from the bytes */
export const imageKindOf = (mime: string): ImageKind | undefined => KINDS[mime];

export const isProcessedImage = (mime: string): boolean => imageKindOf(mime) !== undefined;
