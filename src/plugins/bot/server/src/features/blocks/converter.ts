import { isDeepStrictEqual } from 'node:util';

import { blocksFromMarkdown, literalBlock, MARKDOWN, type FindImage } from './from-markdown';
import { inParagraphs, normalBlock } from './normal-form';
import { markdownSyntax, type ListMarks, type MarkdownSyntax } from './syntax';
import { nodesOf } from './to-markdown';
import type { Block } from './types';
import { imageUrlsIn } from './walk';

const LIST_MARKS: readonly ListMarks[] = [
  { bullet: '-', bulletOrdered: '.' },
  { bullet: '*', bulletOrdered: ')' },
];
const [USUAL_MARKS] = LIST_MARKS as readonly [ListMarks];

/** Block that a test conversion appends, to check that the parsed block before it ends correctly. */
const BEHIND: Block = { type: 'paragraph', children: [{ type: 'text', text: 'behind' }] };

/** Image lookup that finds nothing, for test conversions, which only check how Markdown is parsed. */
const noImage: FindImage = () => undefined;

const literalTextOf = (block: Block): string | undefined =>
  block.type === 'code' && block.language === MARKDOWN
    ? block.children.map(({ text }) => text).join('')
    : undefined;

const createConverter = (syntax: MarkdownSyntax) => {
  const read = (source: string, tree = syntax.parse(source), findImage = noImage): Block[] =>
    blocksFromMarkdown(tree, source, findImage, {
      isLiteral,
      print: (code) => syntax.print([code], USUAL_MARKS),
    });

  const startsWith = (found: Block[], expected: Block[]): boolean =>
    isDeepStrictEqual(found.slice(0, expected.length), expected);

  /**
   * Whether Markdown is parsed as exactly this block, even if other text follows.
   * @param definitions the document's link definitions
   */
  const isReadAs = (markdown: string, block: Block, definitions = ''): boolean =>
    startsWith(read(`${markdown}\n\nbehind\n\n${definitions}`), [block, BEHIND]);

  /**
   * Whether a text becomes a literal block (`literalBlock`) when parsed, both before other text and at the end of a
   * document.
   */
  const isLiteral = (text: string): boolean =>
    isReadAs(text, literalBlock(text)) && startsWith(read(text), [literalBlock(text)]);

  /** Markdown of one block: readable without escapes if that is parsed as the same block, else escaped. */
  const write = (block: Block, marks: ListMarks, definitions: string): string => {
    const nodes = nodesOf(block);
    const safe = syntax.print(nodes, marks);
    const literal = literalTextOf(block);
    if (literal !== undefined) return isLiteral(literal) ? literal : safe;
    const plain = syntax.printRaw(nodes, marks);
    return plain === safe || !isReadAs(plain, normalBlock(block), definitions) ? safe : plain;
  };

  return {
    /** Converts Markdown to blocks. @param findImages finds files of the Media Library by URL */
    async toBlocks(
      markdown: string,
      findImages: (urls: string[]) => Promise<FindImage>
    ): Promise<Block[]> {
      const tree = syntax.parse(markdown);
      return read(markdown, tree, await findImages(imageUrlsIn(tree)));
    },

    /** Converts blocks to Markdown. Repeated conversions give the same Markdown. */
    toMarkdown(blocks: Block[]): string {
      const definitions = blocks
        .map(literalTextOf)
        .filter((text) => text?.includes(']:'))
        .join('\n\n');
      const texts: string[] = [];
      let listsBefore = 0;
      for (const block of blocks.flatMap(inParagraphs)) {
        const isList = block.type === 'list';
        const marks = LIST_MARKS[isList ? listsBefore % 2 : 0] ?? USUAL_MARKS;
        const text = write(block, marks, definitions);
        if (text !== '') {
          texts.push(text);
          listsBefore = isList ? listsBefore + 1 : 0;
        }
      }
      return texts.join('\n\n');
    },
  };
};

/** Loads the converter between Markdown and Strapi's blocks. */
export const blocksConverter = async () => createConverter(await markdownSyntax());
