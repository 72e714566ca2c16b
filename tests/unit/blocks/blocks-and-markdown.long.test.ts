import fc from 'fast-check';

import { blocksConverter } from '../../../src/plugins/bot/server/src/features/blocks/converter';
import type { Block, ListItem } from '../../../src/plugins/bot/server/src/features/blocks/types';

import { blocks, markdown } from './arbitrary';

const noImages = () => Promise.resolve(() => undefined);

let converter: Awaited<ReturnType<typeof blocksConverter>>;
beforeAll(async () => {
  converter = await blocksConverter();
});

const toBlocks = (text: string): Promise<Block[]> => converter.toBlocks(text, noImages);
const thereAndBack = async (text: string): Promise<string> =>
  converter.toMarkdown(await toBlocks(text));

const wordsIn = (text: string): string[] => text.match(/\p{L}{2,}/gu) ?? [];
const countOf = (words: string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

describe('any Markdown', () => {
  test('is the same from its second way through blocks on', async () => {
    await fc.assert(
      fc.asyncProperty(markdown, async (text) => {
        const first = await toBlocks(text);
        const once = converter.toMarkdown(first);
        const second = await toBlocks(once);
        expect(second).toEqual(first);
        expect(converter.toMarkdown(second)).toBe(once);
      }),
      { numRuns: 300, seed: 54 }
    );
  });

  test('loses no word', async () => {
    const word = fc.constantFrom('mill', 'river', 'flour', 'sack');
    const texts = fc
      .array(fc.tuple(markdown, word), { maxLength: 6 })
      .map((parts) => parts.flat().join(' '));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const words = countOf(wordsIn(text).filter((found) => /mill|river|flour|sack/.test(found)));
        const kept = countOf(wordsIn(await thereAndBack(text)));
        for (const [found, count] of words) {
          expect(kept.get(found) ?? 0).toBeGreaterThanOrEqual(count);
        }
      }),
      { numRuns: 100, seed: 54 }
    );
  });
});

test('any blocks become Markdown that stays the same', async () => {
  await fc.assert(
    fc.asyncProperty(blocks, async (some) => {
      const once = converter.toMarkdown(some);
      expect(await thereAndBack(once)).toBe(once);
    }),
    { numRuns: 300, seed: 54 }
  );
});

test.each<[string, string]>([
  ['headings', '# One\n\n###### Six'],
  ['emphasis', 'plain *one* **two** ~~gone~~ `code` <u>under</u>'],
  ['links', '[a *b*](https://e.org) [c](/d "title") <https://e.org>'],
  ['nested lists', '- a\n  1. b\n  2. c\n     - d\n- e'],
  ['a list that starts late', '3. c\n4. d'],
  ['two lists in a row', '- a\n\n* b\n\n- c'],
  ['tasks', '- [x] done\n- [ ] open'],
  ['a quote of two paragraphs', '> a\n>\n> b'],
  ['code', '```js title="a"\nlet a = `b`;\n```'],
  ['line breaks', 'one\\\ntwo'],
  ['a table', 'Before\n\n| a | b |\n| --- | :-: |\n| *c* | d |\n\nAfter'],
  ['HTML', '<div class="a">\n*b*\n</div>\n\nText with <sub>some</sub>.'],
  ['a rule', 'a\n\n---\n\nb'],
  ['a quote that holds a list', '> - a\n> - b\n>\n> c'],
  ['an item that holds code', '- a\n\n  ```\n  b\n  ```\n- c'],
  ['an image from elsewhere', '![a dot](https://e.org/dot.png "Red")'],
  ['a link that Strapi refuses', '[a](page.html) [b](javascript:c) [d](#e)'],
  ['signs that mean nothing here', 'snake_case, 2 * 3 < 7, [sic], #1, a | b & c'],
  ['footnotes', 'A fact[^1].\n\n[^1]: From a book.'],
])('%s come back as they were', async (_what, text) => {
  expect(await thereAndBack(text)).toBe(text);
});

test.each<[string, string, string]>([
  ['other signs for the same', '* a\n* b\n\n__c__ _d_\n\nT\n=', '- a\n- b\n\n**c** *d*\n\n# T'],
  ['marks inside of marks', '*one **both*** ***all***!', '*one __both all__*!'],
  ['lines that were cut at a margin', 'one\ntwo', 'one two'],
  ['references', '[a][r] ![b][r]\n\n[r]: /c "t"', '[a](/c "t") ![b][r]\n\n[r]: /c "t"'],
  [
    'code that looks like a table',
    '```markdown\n| a |\n| - |\n```',
    '```markdown\n| a |\n| - |\n```',
  ],
])('%s are said in one way', async (_what, text, said) => {
  expect(await thereAndBack(text)).toBe(said);
});

test('what blocks have no word for is code in Markdown, and in a text what it was', async () => {
  const table = '| a |\n| - |\n| b |';
  expect(await toBlocks(`${table}\n\nx <sub>y</sub>`)).toEqual([
    { type: 'code', language: 'markdown', children: [{ type: 'text', text: table }] },
    { type: 'paragraph', children: [{ type: 'text', text: 'x <sub>y</sub>' }] },
  ]);
});

test('a text that would mean something else in Markdown is escaped', () => {
  const paragraph = (text: string): Block => ({
    type: 'paragraph',
    children: [{ type: 'text', text }],
  });
  const texts = ['# no heading', '*no emphasis*', '<u>no line</u>', '- no list', '[no](/link)'];
  expect(converter.toMarkdown(texts.map(paragraph))).toBe(
    [
      '\\# no heading',
      '\\*no emphasis\\*',
      '\\<u>no line\\</u>',
      '\\- no list',
      '\\[no]\\(/link)',
    ].join('\n\n')
  );
});

test('an empty item stays one', () => {
  const item = (text: string): ListItem => ({
    type: 'list-item',
    children: [{ type: 'text', text }],
  });
  const inner: Block = { type: 'list', format: 'unordered', children: [item('')] };
  const list: Block = { type: 'list', format: 'unordered', children: [item('a'), inner] };
  expect(converter.toMarkdown([list])).toBe('- a\n\n  -');
});

test('very deep nesting stays as it stands', async () => {
  const deep = `${'> '.repeat(200)}x`;
  expect(await toBlocks(deep)).toEqual([
    { type: 'code', language: 'markdown', children: [{ type: 'text', text: deep }] },
  ]);
  expect(await thereAndBack(deep)).toBe(deep);
});
