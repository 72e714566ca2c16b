import type { Attachment, Medium, Player } from '../media/medium';
import { classesOf, dimensionsOf, isTall, renderPicture } from '../media/picture';
import type { Placeholders } from '../media/placeholders';
import { markup, type Markup } from '../../../markup';
import type { Language } from '../translations/language';
import { renderDuration } from './playing-time';

const EAGER_PICTURES = 1;
const renderTrack = ({ url, language }: Player['tracks'][number], page: Language): Markup => {
  const tag = language ?? page.tag;
  // Name of the language in that language, as its readers expect it.
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
  return markup`<figure>${element}<figcaption dir="auto">${caption || title}${duration && markup` ${renderDuration(duration)}`}</figcaption></figure>`;
};

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1000;

/** File size in readable form: `160 bytes`, `1.2 MB`. */
const formatSize = (bytes: number, language: Language): string => {
  const power = bytes < STEP ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return language.number(bytes / STEP ** power, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  });
};

const renderAttachment = ({ url, name, size }: Attachment, language: Language): Markup =>
  markup`<li><a href="${url}" download="${name}" dir="auto">${name}</a> <span>${formatSize(size, language)}</span></li>`;

/** Download of a medium: a file, or the original of a picture that browsers cannot show. */
const attachmentOf = (medium: Medium): Attachment | undefined =>
  medium.kind === 'picture' ? medium.original : medium.kind === 'attachment' ? medium : undefined;

/**
 * Renders the media of a work in the editor's order: first all pictures and players, then a list of downloads.
 * @param picturesBefore number of pictures earlier on the page.
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
    return markup`<figure>${renderPicture(medium, { lazy: pictures > EAGER_PICTURES, placeholders })}${
      medium.caption && markup`<figcaption dir="auto">${medium.caption}</figcaption>`
    }</figure>`;
  });
  const attachments = media.flatMap((medium) => attachmentOf(medium) ?? []);
  return markup`${figures}${
    attachments.length > 0 &&
    markup`<section aria-labelledby="page:files"><h2 id="page:files">${language.translations.files}</h2><ul class="files">${attachments.map((attachment) => renderAttachment(attachment, language))}</ul></section>`
  }`;
};
