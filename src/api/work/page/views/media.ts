import type { Attachment, Medium, Picture, Player } from '../media/medium';
import { markup, type Markup, type MarkupValue } from '../text/markup';
import type { Language } from '../words/language';
import type { Placeholders } from './placeholders';
import { playingTime } from './playing-time';
import { sizeInWords } from './size-in-words';

const LOADED_AT_ONCE = 1;
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
const isTall = ({ width, height }: Pick<Picture, 'width' | 'height'>): boolean =>
  width !== null && (height ?? 0) > width;

/** No picture is shown wider than it is. */
const sizesOf = (picture: Picture): string => {
  const most = picture.width ? `, ${picture.width}px` : '';
  const column = isTall(picture) ? TALL_COLUMN : COLUMN;
  return `${FINE_SCREEN} min(${FINE_COLUMN}${most}), (min-width: 46rem) min(${column}${most}), min(${NARROW_COLUMN}${most})`;
};

const dimensionsOf = ({ width, height }: Pick<Picture, 'width' | 'height'>): MarkupValue =>
  width && height && markup` width="${width}" height="${height}"`;

const classesOf = (names: (string | null | undefined | false)[]): MarkupValue => {
  const given = names.filter((name) => name);
  return given.length > 0 && markup` class="${given.join(' ')}"`;
};

interface PictureOptions {
  /** It is loaded when it comes near the screen. */
  lazy: boolean;
  /** None where nothing is shown in its place until then. */
  placeholders?: Placeholders;
}

/** An image in all its widths. */
export const renderPicture = (picture: Picture, { lazy, placeholders }: PictureOptions): Markup => {
  const { url, alternativeText, sources, placeholder } = picture;
  const classes = [isTall(picture) && 'tall', placeholder && placeholders?.classOf(placeholder)];
  const sourceSet = sources.map((source) => `${source.url} ${source.width}w`).join(', ');
  return markup`<img src="${url}"${sourceSet && markup` srcset="${sourceSet}" sizes="${sizesOf(picture)}"`} alt="${alternativeText}"${dimensionsOf(picture)}${classesOf(classes)}${lazy && markup` loading="lazy"`} decoding="async">`;
};

const renderTrack = ({ url, language }: Player['tracks'][number], page: Language): Markup => {
  const tag = language ?? page.tag;
  // The name of a language in itself, as its readers look for it.
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return markup`<track kind="subtitles" srclang="${tag}" label="${name}" src="${url}">`;
};

const renderPlayer = (player: Player, language: Language): Markup => {
  const { kind, url, name, title, caption, duration, poster, tracks } = player;
  const inside = markup`${tracks.map((track) => renderTrack(track, language))}<a href="${url}">${name}</a>`;
  const element =
    kind === 'video'
      ? markup`<video controls preload="${poster ? 'none' : 'metadata'}"${poster && markup` poster="${poster}"`} src="${url}"${dimensionsOf(player)}${classesOf([isTall(player) && 'tall'])} aria-label="${title}">${inside}</video>`
      : markup`<audio controls preload="metadata" src="${url}" aria-label="${title}">${inside}</audio>`;
  return markup`<figure>${element}<figcaption dir="auto">${caption || title}${duration && markup` ${playingTime(duration)}`}</figcaption></figure>`;
};

const renderAttachment = ({ url, name, size }: Attachment, language: Language): Markup =>
  markup`<li><a href="${url}" download="${name}" dir="auto">${name}</a> <span>${sizeInWords(size, language)}</span></li>`;

const isAttachment = (medium: Medium): medium is Attachment => medium.kind === 'attachment';

/**
 * The media of a work in the editor's order, files for download after what is seen and heard.
 * @param picturesBefore how many images of the page come earlier.
 */
export const renderMedia = (
  media: readonly Medium[],
  picturesBefore: number,
  language: Language,
  placeholders?: Placeholders
): Markup => {
  let pictures = picturesBefore;
  const figures = media.map((medium) => {
    if (medium.kind === 'attachment') return null;
    if (medium.kind !== 'picture') return renderPlayer(medium, language);
    pictures += 1;
    return markup`<figure>${renderPicture(medium, { lazy: pictures > LOADED_AT_ONCE, placeholders })}${
      medium.caption && markup`<figcaption dir="auto">${medium.caption}</figcaption>`
    }</figure>`;
  });
  const attachments = media.filter(isAttachment);
  return markup`${figures}${
    attachments.length > 0 &&
    markup`<section aria-labelledby="files"><h2 id="files">${language.words.files}</h2><ul class="files">${attachments.map((attachment) => renderAttachment(attachment, language))}</ul></section>`
  }`;
};
