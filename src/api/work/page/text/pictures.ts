import type { MarkdownIt, StateCore, Token } from 'markdown-it';

const isSentencePart = ({ type, content }: Token): boolean =>
  type !== 'image' && type !== 'softbreak' && !type.startsWith('link_') && content.trim() !== '';

/** Marks pictures that share a paragraph with text or with other pictures. */
const placePictures = ({ tokens }: StateCore): void => {
  for (const { children } of tokens) {
    const pictures = (children ?? []).filter(({ type }) => type === 'image');
    if (pictures.length === 0) continue;
    const isWithin = pictures.length > 1 || (children ?? []).some(isSentencePart);
    for (const picture of pictures) picture.meta = { isWithin };
  }
};

/** Adds a rule to the Markdown parser that marks pictures inside sentences. */
export const addPicturePositions = (markdown: MarkdownIt): void => {
  markdown.core.ruler.push('pictures', placePictures);
};
