/** Pictures of pixels that browsers show. */
export const SHOWN_IMAGES: readonly string[] = [
  ...['apng', 'avif', 'bmp', 'gif', 'heic', 'heic-sequence', 'heif', 'heif-sequence', 'jpeg'],
  ...['pjpeg', 'png', 'tiff', 'vnd.microsoft.icon', 'webp', 'x-icon', 'x-ms-bmp'],
].map((name) => `image/${name}`);

export const VECTOR_IMAGE = 'image/svg+xml';

const OTHERS = /^(?:video\/|audio\/|application\/pdf$)/;

/** True for what a browser may show in place, wherever it is stored: pictures, video, audio, PDF. */
export const isShownInline = (mime: string): boolean =>
  SHOWN_IMAGES.includes(mime) || OTHERS.test(mime);

/**
 * True for what a browser may show in place where it is served with a policy that lets nothing in
 * it run: vector graphics as well.
 */
export const isShownInSandbox = (mime: string): boolean =>
  isShownInline(mime) || mime === VECTOR_IMAGE;
