import { markup, type Markup, type MarkupValue } from '../../../markup';
import type { Picture } from './medium';
import type { Placeholders } from './placeholders';

const PIXELS = /^\d+$/;

/** How wide the column of text is (see the style): what a browser needs to choose among the widths. */
const COLUMN = '43.5rem';
const TALL_COLUMN = '26rem';
const NARROW_COLUMN = '100vw - 2.5rem';
/**
 * A phone with three dots to a pixel is told four fifths of its column: nobody sees the difference, and
 * it takes the size of 1,000 pixels, which is a little less than it has dots, in place of the next.
 */
const FINE_SCREEN = '(max-width: 30rem) and (min-resolution: 2.5dppx)';
const FINE_COLUMN = '80vw - 2rem';

/** Higher than wide: it gets half of the column, or a phone's photo would fill two screens. */
export const isTall = ({ width, height }: Pick<Picture, 'width' | 'height'>): boolean =>
  width !== null && (height ?? 0) > width;

/** No picture is shown wider than it is, or than its text says. */
const sizesOf = (picture: Picture, given: string): string => {
  const width = PIXELS.test(given) ? given : picture.width;
  const most = width ? `, ${width}px` : '';
  const column = isTall(picture) ? TALL_COLUMN : COLUMN;
  return `${FINE_SCREEN} min(${FINE_COLUMN}${most}), (min-width: 46rem) min(${column}${most}), min(${NARROW_COLUMN}${most})`;
};

/** Its size as attributes, so that its place is reserved. */
export const dimensionsOf = ({ width, height }: Pick<Picture, 'width' | 'height'>): MarkupValue =>
  width && height && markup` width="${width}" height="${height}"`;

/** The attribute for the classes that are given, if any is. */
export const classesOf = (names: (string | null | undefined | false)[]): MarkupValue => {
  const given = names.filter((name) => name);
  return given.length > 0 && markup` class="${given.join(' ')}"`;
};

/** Previews of links ask for about 1200 pixels; some refuse a multi-megabyte original. */
const SHARED_WIDTH = 1200;

/** The copy that a page sends at most, with its own size. */
export const widestCopy = (picture: Picture) => picture.sources.at(-1) ?? picture;

/** The copy for previews of links. */
export const copyToShare = (picture: Picture) =>
  picture.sources.find(({ width }) => width >= SHARED_WIDTH) ?? widestCopy(picture);

interface PictureOptions {
  /** It is loaded when it comes near the screen. */
  lazy: boolean;
  /** None where nothing is shown in its place until then. */
  placeholders?: Placeholders;
  /** It stands within a sentence. */
  isWithin?: boolean;
  title?: string;
  align?: string;
  /** The size that a text gives it, in pixels or percent; empty if it gives none. */
  width?: string;
  height?: string;
}

/** The size of a picture as attributes: the one that is given, in the picture's own proportions. */
const sizeOf = (picture: Picture, width: string, height: string): MarkupValue => {
  if (!width && !height) return dimensionsOf(picture);
  const ratio = (picture.width ?? NaN) / (picture.height ?? NaN);
  const other = PIXELS.test(width) ? Number(width) / ratio : Number(height || NaN) * ratio;
  const inProportion = Number.isFinite(other) ? String(Math.round(other)) : '';
  return markup` width="${width || inProportion || 'auto'}"${(height || inProportion) && markup` height="${height || inProportion}"`}`;
};

/** An image in all its widths. */
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
