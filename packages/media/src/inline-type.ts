/** Raster image types that browsers display. */
export const SHOWN_IMAGES: readonly string[] = [
  ...['apng', 'avif', 'bmp', 'gif', 'heic', 'heic-sequence', 'heif', 'heif-sequence', 'jpeg'],
  ...['pjpeg', 'png', 'tiff', 'vnd.microsoft.icon', 'webp', 'x-icon', 'x-ms-bmp'],
].map((name) => `image/${name}`);

export const VECTOR_IMAGE = 'image/svg+xml';

const OTHERS = /^(?:video\/|audio\/|application\/pdf$)/;

/** Whether browsers may display this type inline: raster images, video, audio, PDF. */
export const isShownInline = (mime: string): boolean =>
  SHOWN_IMAGES.includes(mime) || OTHERS.test(mime);

/** Whether browsers may display this type inline under a policy that prevents scripts. Includes SVG. */
export const isShownInSandbox = (mime: string): boolean =>
  isShownInline(mime) || mime === VECTOR_IMAGE;
