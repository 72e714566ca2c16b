import { markup, type Markup, type MarkupValue } from '../../../markup';
import type { Picture } from './medium';
import type { Placeholders } from './placeholders';

const PIXELS = /^\d+$/;

/** Width of the text column (see the style), from which a browser chooses among the versions of a picture. */
const COLUMN = '43.5rem';
const TALL_COLUMN = '26rem';
const NARROW_COLUMN = '100vw - 2.5rem';
/**
 * Media condition for phones with about three device pixels per CSS pixel. In `sizes`, these phones get four fifths of
 * the real column width: the difference is not visible, and they load the 1,000-pixel version of a picture instead of
 * the next larger one.
 */
const FINE_SCREEN = '(max-width: 30rem) and (min-resolution: 2.5dppx)';
const FINE_COLUMN = '80vw - 2rem';

/**
 * Whether a picture is taller than wide. A tall picture gets half of the column, because a phone's photo in full width
 * would fill two screens.
 */
export const isTall = ({ width, height }: Pick<Picture, 'width' | 'height'>): boolean =>
  width !== null && (height ?? 0) > width;

/**
 * Value of the attribute `sizes` of an `<img>`. Limits the width to the pixels that the text sets or, without them, to
 * the picture's own width.
 */
const sizesOf = (picture: Picture, chosen: string): string => {
  const width = PIXELS.test(chosen) ? chosen : picture.width;
  const most = width ? `, ${width}px` : '';
  const column = isTall(picture) ? TALL_COLUMN : COLUMN;
  return `${FINE_SCREEN} min(${FINE_COLUMN}${most}), (min-width: 46rem) min(${column}${most}), min(${NARROW_COLUMN}${most})`;
};

/** Attributes `width` and `height` of a picture or video, so that a browser reserves the space. */
export const dimensionsOf = ({ width, height }: Pick<Picture, 'width' | 'height'>): MarkupValue =>
  width && height && markup` width="${width}" height="${height}"`;

/** Class attribute with the given names; false if there are none. */
export const classesOf = (names: (string | null | undefined | false)[]): MarkupValue => {
  const chosen = names.filter((name) => name);
  return chosen.length > 0 && markup` class="${chosen.join(' ')}"`;
};

/** Width in pixels that services with link previews recommend. Some services reject originals of several megabytes. */
const SHARED_WIDTH = 1200;

/** Widest version of a picture that a page loads, with width and height. */
export const widestCopy = (picture: Picture) => picture.sources.at(-1) ?? picture;

/** Version of a picture for link previews. */
export const copyToShare = (picture: Picture) =>
  picture.sources.find(({ width }) => width >= SHARED_WIDTH) ?? widestCopy(picture);

interface PictureOptions {
  /** Whether the picture is loaded only when it comes near the screen. */
  lazy: boolean;
  /** Collector of placeholder styles; undefined if no placeholder is shown while a picture loads. */
  placeholders?: Placeholders;
  /** Whether the picture is inside a sentence. */
  isWithin?: boolean;
  title?: string;
  align?: string;
  /** Width of the picture in pixels or percent, as set in the text; empty if not set. */
  width?: string;
  height?: string;
}

/** Size attributes of a picture: the size from the text, completed in the picture's proportions. */
const sizeOf = (picture: Picture, width: string, height: string): MarkupValue => {
  if (!width && !height) return dimensionsOf(picture);
  const ratio = (picture.width ?? NaN) / (picture.height ?? NaN);
  const other = PIXELS.test(width) ? Number(width) / ratio : Number(height || NaN) * ratio;
  const inProportion = Number.isFinite(other) ? String(Math.round(other)) : '';
  return markup` width="${width || inProportion || 'auto'}"${(height || inProportion) && markup` height="${height || inProportion}"`}`;
};

/** Renders a picture with all its versions. */
export const renderPicture = (
  picture: Picture,
  { lazy, placeholders, isWithin = false, title, align, width = '', height = '' }: PictureOptions
): Markup => {
  const { url, alternativeText, sources, placeholder } = picture;
  const classes = [
    isWithin && 'within',
    isTall(picture) && 'tall',
    placeholder && placeholders?.classOf(placeholder),
  ];
  const sourceSet =
    sources.length > 1 && sources.map((source) => `${source.url} ${source.width}w`).join(', ');
  return markup`<img src="${url}"${sourceSet && markup` srcset="${sourceSet}" sizes="${sizesOf(picture, width)}"`} alt="${alternativeText}"${title && markup` title="${title}"`}${sizeOf(picture, width, height)}${align && markup` align="${align}"`}${classesOf(classes)}${lazy && markup` loading="lazy"`} decoding="async">`;
};
