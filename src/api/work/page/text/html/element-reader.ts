import type { StateCore, Token } from 'markdown-it';
import { parseFragment } from 'parse5';

import { FORMATTING_ELEMENTS, VOID_ELEMENTS } from './elements';
import { linkOfFrame } from './embeds';
import { allowedElement, attributesOf, type Sanitiser, type StartTag } from './sanitiser';

/**
 * Maximum number of elements that a text may have open at once. Browsers limit the depth to a few hundred elements.
 */
const MOST_OPEN = 100;
/** Maximum number of open formatting elements, such as `b`, because all of them are repeated in each paragraph. */
const MOST_FORMATTING_OPEN = 10;

const TAG = /<!--[\s\S]*?-->|<\/?[a-z][a-z\d-]*(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>/gi;

const isFormatting = (name: string): boolean => FORMATTING_ELEMENTS.has(name);

const decodeEntities = (text: string): string => {
  if (!text.includes('&')) return text;
  const [node] = parseFragment(text.replaceAll('<', '&lt;')).childNodes;
  return node && 'value' in node ? node.value : text;
};

/**
 * Creates a converter from the HTML of one text, read block by block, to Markdown tokens. Forbidden tags become text;
 * comments are removed.
 */
export const createElementReader = (TokenClass: StateCore['Token'], sanitise: Sanitiser) => {
  const open: string[] = [];
  let framesShown = 0;

  const create = (type: string, tag: string, nesting: 0 | 1 | -1): Token =>
    new TokenClass(type, tag, nesting);
  const createText = (content: string): Token => Object.assign(create('text', '', 0), { content });

  const imageOf = ({ attributes }: StartTag): Token => {
    const image = create('image', 'img', 0);
    const { alt = '', src = '', ...others } = attributes;
    image.attrs = Object.entries({ ...others, src });
    image.content = alt;
    image.children = alt ? [createText(alt)] : [];
    return image;
  };

  const frameOf = (tag: string): Token[] => {
    const link = linkOfFrame(attributesOf(tag));
    if (link === undefined) return [createText(tag)];
    framesShown += 1;
    const start = create('link_open', 'a', 1);
    start.attrs = [['href', link.href]];
    return [start, createText(link.text), create('link_close', 'a', -1)];
  };

  const startOf = (tag: string): Token[] => {
    if (/^<iframe\b/i.test(tag)) return frameOf(tag);
    const element = sanitise(tag);
    if (element === undefined) return [createText(tag)];
    const { name, attributes } = element;
    if (name === 'img') return [imageOf(element)];
    const isVoid = VOID_ELEMENTS.has(name);
    if (!isVoid) {
      const isDeep =
        open.length >= MOST_OPEN ||
        (isFormatting(name) && open.filter(isFormatting).length >= MOST_FORMATTING_OPEN);
      if (isDeep) return [createText(tag)];
      open.push(name);
    }
    if (name === 'br') return [create('hardbreak', 'br', 0)];
    const isLink = name === 'a' && attributes.href !== undefined;
    const token = create(isLink ? 'link_open' : 'element_open', name, isVoid ? 0 : 1);
    token.attrs = Object.entries(attributes);
    return [token];
  };

  const endOf = (tag: string): Token[] => {
    const written = /^<\/([a-z][a-z\d-]*)/i.exec(tag)?.[1]?.toLowerCase() ?? '';
    if (written === 'iframe' && framesShown > 0) {
      framesShown -= 1;
      return [];
    }
    const name = allowedElement(written);
    if (name === undefined) return [createText(tag)];
    const index = open.lastIndexOf(name);
    // An end tag without a start tag is ignored.
    if (index === -1) return [];
    open.splice(index, 1);
    return [create(name === 'a' ? 'link_close' : 'element_close', name, -1)];
  };

  const read = (tag: string): Token[] => {
    if (tag.startsWith('<!--')) return [];
    if (!/^<\/?[a-z]/i.test(tag)) return [createText(tag)];
    return tag.startsWith('</') ? endOf(tag) : startOf(tag);
  };

  return {
    /** Whether an element still lacks its end tag. */
    hasOpen: (): boolean => open.length > 0,

    /** Tokens of a block of HTML. Its elements stay open for the next blocks. */
    readBlock(source: string): Token[] {
      const tokens: Token[] = [];
      let end = 0;
      for (const { 0: tag, index } of source.matchAll(TAG)) {
        if (index > end) tokens.push(createText(decodeEntities(source.slice(end, index))));
        tokens.push(...read(tag));
        end = index + tag.length;
      }
      if (end < source.length) tokens.push(createText(decodeEntities(source.slice(end))));
      return tokens;
    },

    /** Tokens of a paragraph. Closes the elements that the paragraph leaves open. */
    readParagraph(children: readonly Token[]): Token[] {
      const before = [...open];
      const tokens = children.flatMap((token) =>
        token.type === 'html_inline' ? read(token.content) : [token]
      );
      const isSame = before.every((name, index) => open[index] === name);
      const left = isSame ? open.splice(before.length) : [];
      return [...tokens, ...left.reverse().map((name) => create('element_close', name, -1))];
    },
  };
};
