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

/** Stands behind what is read for a trial, and shows that it ends where it should. */
const BEHIND: Block = { type: 'paragraph', children: [{ type: 'text', text: 'behind' }] };

/** Addresses of images are looked up once a text is known to be read as it should. */
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

  /** Whether Markdown is read as this block, wherever it stands. */
  const isReadAs = (markdown: string, block: Block, definitions = ''): boolean =>
    startsWith(read(`${markdown}\n\nbehind\n\n${definitions}`), [block, BEHIND]);

  /** Also at the end of a text, where a line of HTML may be a part of what stands before it. */
  const isLiteral = (text: string): boolean =>
    isReadAs(text, literalBlock(text)) && startsWith(read(text), [literalBlock(text)]);

  /** Markdown of one block: as people write it if it is read as the same block, else the safe way. */
  const write = (block: Block, marks: ListMarks, definitions: string): string => {
    const nodes = nodesOf(block);
    const safe = syntax.print(nodes, marks);
    const literal = literalTextOf(block);
    if (literal !== undefined) {
      return isLiteral(literal) ? literal : safe;
    }
    const plain = syntax.printRaw(nodes, marks);
    return plain === safe || !isReadAs(plain, normalBlock(block), definitions) ? safe : plain;
  };

  return {
    /** Makes blocks of Markdown. @param findImages finds files of the Media Library by addresses */
    async toBlocks(
      markdown: string,
      findImages: (urls: string[]) => Promise<FindImage>
    ): Promise<Block[]> {
      const tree = syntax.parse(markdown);
      return read(markdown, tree, await findImages(imageUrlsIn(tree)));
    },

    /** Makes Markdown of blocks. What was made of Markdown gives the same Markdown each time. */
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

/** Gives the converter between Markdown and Strapi's blocks, once what it needs is loaded. */
export const blocksConverter = async () => createConverter(await markdownSyntax());
