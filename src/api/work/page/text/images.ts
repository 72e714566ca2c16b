import type { MarkdownIt, Token } from 'markdown-it';

import { markup, type Markup } from '../../../markup';
import { renderPicture } from '../media/picture';
import { attribute, loadableFile, renderingOf, type Rendering } from './rendering';

/** Renders a picture of a text; null if the page may not load it. */
const renderImage = (token: Token, alternativeText: string, text: Rendering): Markup | null => {
  const { address, known, placeholders } = text;
  const source = attribute(token, 'src');
  const target = source ? loadableFile(source, text) : null;
  if (!target) return null;
  text.shownPictures += 1;
  const lazy = text.picturesBefore + text.shownPictures > 1;
  const isWithin = token.meta?.isWithin === true;
  const [title, align] = [attribute(token, 'title'), attribute(token, 'align')];
  const [width, height] = [attribute(token, 'width'), attribute(token, 'height')];
  const own = known.get(target.href);
  if (own) {
    text.shown.add(target.href);
    const shown = { ...own, alternativeText: alternativeText || own.alternativeText };
    return renderPicture(shown, { lazy, placeholders, isWithin, title, align, width, height });
  }
  return markup`<img src="${address.reference(target)}" alt="${alternativeText}"${
    title && markup` title="${title}"`
  }${width && markup` width="${width}"`}${height && markup` height="${height}"`}${
    align && markup` align="${align}"`
  }${isWithin && markup` class="within"`}${lazy && markup` loading="lazy"`}>`;
};

/** Adds the renderer rule for pictures: files of the site are shown, all other pictures become links. */
export const renderImages = (markdown: MarkdownIt): void => {
  markdown.renderer.rules.image = (tokens, index, options, env, renderer) => {
    const token = tokens[index];
    const text = renderingOf(env);
    const alternativeText = renderer.renderInlineAsText(token?.children ?? [], options, env);
    const image = token && renderImage(token, alternativeText, text);
    if (image) return image.source;
    const source = attribute(token, 'src');
    const words = alternativeText || source;
    // Links cannot be nested, so the picture becomes text.
    if (text.isInsideLink || source === '') return markup`${words}`.source;
    return markup`<a href="${source}" rel="nofollow noopener">${words}</a>`.source;
  };
};
