import { markup, type Markup } from '../markup';
import type { Attachment, Medium, Picture, Player } from '../media';
import type { Language } from '../words/language';
import { sizeInWords } from './size-in-words';

const LOADED_AT_ONCE = 1;
/** How wide the column of text is (see the style): what a browser needs to choose among the widths. */
const COLUMN = '43.5rem';
const NARROW_COLUMN = '100vw - 2.5rem';

/** No picture is shown wider than it is. */
const sizesOf = (width: number | null): string => {
  const most = width ? `, ${width}px` : '';
  return `(min-width: 46rem) min(${COLUMN}${most}), min(${NARROW_COLUMN}${most})`;
};

/** Higher than wide: it gets half of the column, or a phone's photo would fill two screens. */
const isTall = ({ width, height }: Picture): boolean => width !== null && (height ?? 0) > width;

/** An image in all its widths. `lazy` ones are loaded when they come near the screen. */
export const renderPicture = (picture: Picture, { lazy }: { lazy: boolean }): Markup => {
  const { url, alternativeText, width, height, sources } = picture;
  const sourceSet = sources.map((source) => `${source.url} ${source.width}w`).join(', ');
  return markup`<img src="${url}"${sourceSet && markup` srcset="${sourceSet}" sizes="${sizesOf(width)}"`} alt="${alternativeText}"${
    width && height && markup` width="${width}" height="${height}"`
  }${isTall(picture) && markup` class="tall"`}${lazy && markup` loading="lazy"`} decoding="async">`;
};

const renderTrack = ({ url, language }: Player['tracks'][number], page: Language): Markup => {
  const tag = language ?? page.tag;
  // The name of a language in itself, as its readers look for it.
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return markup`<track kind="subtitles" srclang="${tag}" label="${name}" src="${url}">`;
};

const renderPlayer = (
  { kind, url, name, caption, poster, tracks }: Player,
  language: Language
): Markup => {
  const inside = markup`${tracks.map((track) => renderTrack(track, language))}<a href="${url}">${name}</a>`;
  const player =
    kind === 'video'
      ? markup`<video controls preload="${poster ? 'none' : 'metadata'}"${poster && markup` poster="${poster}"`} src="${url}" aria-label="${name}">${inside}</video>`
      : markup`<audio controls preload="metadata" src="${url}" aria-label="${name}">${inside}</audio>`;
  return markup`<figure>${player}<figcaption dir="auto">${caption || name}</figcaption></figure>`;
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
  language: Language
): Markup => {
  let pictures = picturesBefore;
  const figures = media.map((medium) => {
    if (medium.kind === 'attachment') return null;
    if (medium.kind !== 'picture') return renderPlayer(medium, language);
    pictures += 1;
    return markup`<figure>${renderPicture(medium, { lazy: pictures > LOADED_AT_ONCE })}${
      medium.caption && markup`<figcaption dir="auto">${medium.caption}</figcaption>`
    }</figure>`;
  });
  const attachments = media.filter(isAttachment);
  return markup`${figures}${
    attachments.length > 0 &&
    markup`<section aria-labelledby="files"><h2 id="files">${language.words.files}</h2><ul class="files">${attachments.map((attachment) => renderAttachment(attachment, language))}</ul></section>`
  }`;
};
