import { file as fileSize } from '@strapi/utils';

import { html, type Html } from '../html';
import type { Attachment, Medium, Picture, Player } from '../media';

const LOADED_AT_ONCE = 1;
/** How wide the column of text is (see the style): what a browser needs to choose among the widths. */
const COLUMN = '(min-width: 46rem) 43.5rem, calc(100vw - 2.5rem)';

/** An image in all its widths. `lazy` ones are loaded when they come near the screen. */
export const renderPicture = (picture: Picture, { lazy }: { lazy: boolean }): Html => {
  const { url, alternativeText, width, height, sources } = picture;
  const sourceSet = sources.map((source) => `${encodeURI(decodeURI(source.url))} ${source.width}w`).join(', ');
  return html`<img src="${url}"${sourceSet && html` srcset="${sourceSet}" sizes="${COLUMN}"`} alt="${alternativeText}"${
    width && height && html` width="${width}" height="${height}"`
  }${lazy && html` loading="lazy"`} decoding="async">`;
};

const renderPlayer = ({ kind, url, name, caption }: Player): Html => {
  const instead = html`<a href="${url}">${name}</a>`;
  const player =
    kind === 'video'
      ? html`<video controls preload="metadata" src="${url}" aria-label="${name}">${instead}</video>`
      : html`<audio controls preload="metadata" src="${url}" aria-label="${name}">${instead}</audio>`;
  return html`<figure>${player}<figcaption dir="auto">${caption || name}</figcaption></figure>`;
};

const renderAttachment = ({ url, name, size }: Attachment): Html => {
  const inWords = fileSize.bytesToHumanReadable(fileSize.kbytesToBytes(size));
  return html`<li><a href="${url}" download="${name}" dir="auto">${name}</a> <span>${inWords}</span></li>`;
};

const isAttachment = (medium: Medium): medium is Attachment => medium.kind === 'attachment';

/**
 * The media of a work in the editor's order, files for download after what is seen and heard.
 * @param picturesBefore how many images of the page come earlier.
 */
export const renderMedia = (media: readonly Medium[], picturesBefore: number): Html => {
  let pictures = picturesBefore;
  const figures = media.map((medium) => {
    if (medium.kind === 'attachment') return null;
    if (medium.kind !== 'picture') return renderPlayer(medium);
    pictures += 1;
    return html`<figure>${renderPicture(medium, { lazy: pictures > LOADED_AT_ONCE })}${
      medium.caption && html`<figcaption dir="auto">${medium.caption}</figcaption>`
    }</figure>`;
  });
  const attachments = media.filter(isAttachment);
  return html`${figures}${
    attachments.length > 0 &&
    html`<section aria-labelledby="files"><h2 id="files">Files</h2><ul class="files">${attachments.map(renderAttachment)}</ul></section>`
  }`;
};
