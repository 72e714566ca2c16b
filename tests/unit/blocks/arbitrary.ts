import fc from 'fast-check';

import type {
  Block,
  InlineNode,
  List,
  ListItem,
  TextNode,
} from '../../../src/plugins/bot/server/src/features/blocks/types';

/** Markdown symbols, complete constructs, and words. */
const FRAGMENTS = [
  ...['word', 'a b', 'é', ' ', '  ', '\n', '\n\n', '    ', '  \n', '\t', '\\', '.', ':', '!', '"'],
  ...['*', '**', '_', '`', '```', '~~', '[', ']', '(', ')', '|', '&', '<', '>', '=', '==='],
  ...['# ', '- ', '+ ', '1. ', '3) ', '> ', '---', '***', '- x\n  - y', '> q\n> r', '\n1. a\n'],
  ...['*a*', '**b c**', '[a](/b)', '[a](relative)', '![i](/u)', '<http://e.org>', 'https://e.org'],
  ...['[r]', '[r]: /t', '[r]: /t "title"', '[^1]', '[^1]: note', '&amp;', '&#x20;', '\\*'],
  ...['<u>', '</u>', '<br>', '<div>', '</div>', '<b>', '<!-- c -->', '<!--'],
  ...['| a | b |\n| - | - |\n| c | d |', '```markdown\n', '\n\n```markdown\n| a |\n| - |\n```\n\n'],
];

const fragments = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength }).map((parts) => parts.join(''));

/** Generates Markdown, most of it unusual. */
export const markdown = fragments(20);

const MARKS = ['bold', 'italic', 'strikethrough', 'underline', 'code'] as const;

const textNode: fc.Arbitrary<TextNode> = fc
  .tuple(
    fc.oneof(fragments(5), fc.constantFrom('word', 'two words', ' before', 'after ', 'two\nlines')),
    fc.subarray([...MARKS])
  )
  .map(([text, marks]) => ({
    type: 'text',
    text,
    ...Object.fromEntries(marks.map((mark) => [mark, true])),
  }));

const children: fc.Arbitrary<InlineNode[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: textNode },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('link' as const),
        url: fc.constantFrom('https://e.org', '/a', 'mailto:a@b.c'),
        children: fc.array(textNode, { minLength: 1, maxLength: 3 }),
      }),
    }
  ),
  { minLength: 1, maxLength: 4 }
);

const item: fc.Arbitrary<ListItem> = children.map((nodes) => ({
  type: 'list-item',
  children: nodes,
}));

const list = (levels: number): fc.Arbitrary<List> =>
  fc.record({
    type: fc.constant('list' as const),
    format: fc.constantFrom('ordered', 'unordered'),
    children: fc.array<ListItem | List>(
      levels > 0
        ? fc.oneof({ weight: 3, arbitrary: item }, { weight: 1, arbitrary: list(levels - 1) })
        : item,
      { minLength: 1, maxLength: 3 }
    ),
  });

/** Generates blocks that an editor could create. */
export const blocks: fc.Arbitrary<Block[]> = fc.array(
  fc.oneof<fc.Arbitrary<Block>[]>(
    fc.record({ type: fc.constantFrom('paragraph', 'quote'), children }),
    fc.record({
      type: fc.constant('heading' as const),
      level: fc.integer({ min: 1, max: 6 }),
      children,
    }),
    list(2),
    fc.record({
      type: fc.constant('code' as const),
      language: fc.constantFrom(null, 'js', 'markdown', 'plaintext'),
      children: textNode.map(({ text }): TextNode[] => [{ type: 'text', text }]),
    })
  ),
  { maxLength: 4 }
);
