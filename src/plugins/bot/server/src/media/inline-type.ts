const INLINE = /^(?:image\/(?!svg)|video\/|audio\/|application\/pdf$)/;

/** True for what a browser may show in place: raster images, video, audio and PDF. */
export const isShownInline = (mime: string): boolean => INLINE.test(mime);
