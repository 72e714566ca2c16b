/** Kinds of images that are processed. All others are stored unchanged. */
export type ImageKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'heif';

/** Kinds of images that the image library sharp reads. */
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

/** The kind of a processed image; undefined for other files. @param mime media type identified from the bytes */
export const imageKindOf = (mime: string): ImageKind | undefined => KINDS[mime];

/**
 * Whether images of a MIME type are converted from HEIF to another format. AVIF is not converted. The decoder of HEIF
 * runs in WebAssembly and takes several times the CPU time of native code.
 */
export const isConvertedImage = (mime: string): boolean =>
  imageKindOf(mime) === 'heif' && mime !== 'image/avif';

export const isProcessedImage = (mime: string): boolean => imageKindOf(mime) !== undefined;
