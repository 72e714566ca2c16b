import type { StoredFile } from '../../services/stored-files';
import type { WorkContent } from '../../services/full-works';
import { addVideoCompanions } from '../media/companions';
import { addressOf, toMedium, toPicturesByAddress, type Medium } from '../media/medium';
import { createPlaceholders } from '../media/placeholders';
import { Markup, markup } from '../../../markup';
import type { TextLabels } from '../text/rendering';
import type { Translations } from '../translations/en';
import type { SiteView } from './site-view';
import { renderMedia } from './media';

export interface RenderedContent {
  /** HTML of the cover and the text of a work, then of the media that the text does not show. */
  markup: Markup;
  /** Beginning of the work's text as plain text, without headings. */
  plain: string;
  /** All media, the cover first. */
  media: readonly Medium[];
  /** Style sheet for this work's content, in addition to the style sheet of all pages. */
  style: string;
}

const labelsOf = ({ table, contents, footnotes, backToText }: Translations): TextLabels => ({
  table,
  contents,
  footnotes,
  backToText,
});

/**
 * Matches an HTML tag that is cut off at the end of an excerpt, and references to a footnote, a link or a picture, which
 * may be defined after the excerpt. Captures the text of the link.
 */
const CUT =
  /<[a-z/!][^<>]*$|\[\^[^\]\s]+\]|(?<![\w\]])!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\[[^[\]]*\]/gi;

/** Beginning of a text as plain text. @param start beginning of the Markdown */
export const beginningOf = async (
  start: string,
  { language, renderText }: SiteView
): Promise<string> =>
  start === ''
    ? ''
    : (
        await renderText(start.replace(CUT, '$1'), {
          labels: labelsOf(language.translations),
          pictures: [],
          picturesBefore: 0,
          hasPlaceholders: false,
        })
      ).plain;

/**
 * Renders the content of a work below its title.
 * @param readFrom URL of the work's page, only for feed readers, whose version has no placeholders
 */
export const renderContent = async (
  work: Pick<WorkContent, 'body' | 'media' | 'cover' | 'inText'>,
  { address, language, renderText }: SiteView,
  readFrom?: string
): Promise<RenderedContent> => {
  const placeholders = readFrom === undefined ? createPlaceholders() : undefined;
  const toEntry = (file: StoredFile) => ({
    medium: toMedium(file, address),
    address: addressOf(file, address),
  });
  const entries = work.media.map(toEntry);
  const { media: joined, companions } = addVideoCompanions(entries.map(({ medium }) => medium));
  const media = entries.map((entry, index) => ({
    ...entry,
    medium: joined[index] ?? entry.medium,
  }));
  const cover = work.cover && toEntry(work.cover);
  const known = toPicturesByAddress(
    [...(work.cover ? [work.cover] : []), ...work.media, ...work.inText],
    address
  );

  const picturesBefore = cover ? 1 : 0;
  const text = await renderText(work.body ?? '', {
    readFrom,
    labels: labelsOf(language.translations),
    pictures: [...known],
    picturesBefore,
    hasPlaceholders: placeholders !== undefined,
  });
  // Images in the text are not repeated below it.
  const shown = new Set([...text.shown, ...(cover?.address === undefined ? [] : [cover.address])]);
  const below = media
    .filter(({ medium }) => !companions.has(medium))
    .filter((entry) => !entry.address || !shown.has(entry.address))
    .map(({ medium }) => medium);

  const around = markup`${cover && renderMedia([cover.medium], 0, language, placeholders)}${
    text.html && markup`<div class="text" dir="auto">\n${new Markup(text.html)}</div>`
  }
${renderMedia(below, picturesBefore + text.pictures, language, placeholders)}`;
  return {
    markup: around,
    plain: text.plain,
    media: [
      ...(cover ? [cover.medium] : []),
      ...media.filter((entry) => entry.address !== cover?.address).map(({ medium }) => medium),
    ],
    style: [placeholders?.style(), text.style].filter(Boolean).join('\n'),
  };
};
