import { renderText } from '../../src/api/work/page/text/markdown';
import { textContext } from './text-context';

/** Fragments whose repetition has caused quadratic time in some renderer. */
const PIECES: Record<string, string> = {
  dollars: '$a',
  'quoted dollars': '$`a',
  'lines of dollars': '$$a\n',
  formulas: '$a$ ',
  'references to notes': '[^a]',
  'notes in notes': '^[a',
  'notes in lines': '^[a] ',
  tasks: '- [ ] a\n',
  'equal headings': '# a\n',
  brackets: '[',
  'links that begin': '[a](',
  'pictures that begin': '![a](',
  pictures: '![a](/b) ',
  quotes: '>',
  lists: '- ',
  stars: '*a ',
  'two kinds of emphasis': '**a*',
  underlines: '<u>',
  'names of places': '<a name="x"></a>',
  'names that begin': '<a name=x ',
  addresses: 'https://a.b/c ',
  'addresses that begin': '<https://',
  comments: '<!--',
  sections: '<![CDATA[',
  'elements that do not end': '<b>',
  'elements with names': '<i id=a>b\n\n',
  'blocks that do not end': '<div>\n\n',
  'ends of elements': '</div>',
  'lines of elements': '<li>\na\n\n',
  cells: '<td>',
  'attributes that begin': '<a b="',
  'pictures in HTML': '<img src=/a>',
  'players that do not end': '<video src=/a>',
  'headings in HTML': '<h2>a</h2>\n',
  entities: '&#',
  backslashes: '\\',
  words: 'word ',
};

const repeat = (piece: string, length: number): string =>
  piece.repeat(Math.floor(length / piece.length));

const TEXTS: Record<string, (length: number) => string> = {
  ...Object.fromEntries(
    Object.entries(PIECES).map(([name, piece]) => [name, (length: number) => repeat(piece, length)])
  ),
  notes: (length) => {
    const numbers = Array.from({ length: Math.floor(length / 20) }, (_, index) => index);
    return `${numbers.map((it) => `[^${it}]`).join('')}\n\n${numbers.map((it) => `[^${it}]: a`).join('\n\n')}`;
  },
  'one long line of code': (length) => `\`\`\`c\n${repeat('C', length)}\n\`\`\``,
  'lines of code': (length) => `\`\`\`c\n${repeat(`${'C'.repeat(900)}\n`, length)}\`\`\``,
  'templates of code': (length) => `\`\`\`cpp\n${repeat(`${'a<'.repeat(400)}\n`, length)}\`\`\``,
  'rows of a table': (length) => `|a|\n|-|\n${repeat('|a|\n', length)}`,
  'other headings': (length) =>
    Array.from({ length: Math.floor(length / 10) }, (_, index) => `# a${index}\n`).join(''),
};

/** Length in characters that is enough to detect quadratic time. */
const LENGTH = 256 * 1024;

const secondsOf = async (text: string): Promise<number> => {
  const start = process.cpuUsage();
  await renderText(text, textContext({ hasDollars: true }));
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
};

/** Whether the time for a text grows as its length. Quadratic time would be sixteen times that of a quarter. */
const isLinear = async (text: (length: number) => string): Promise<boolean> => {
  const quarter = await secondsOf(text(LENGTH / 4));
  return (await secondsOf(text(LENGTH))) < Math.max(9 * quarter, 0.5);
};

test.each(Object.keys(TEXTS))('the time for a text of %s grows as its length', async (name) => {
  const text = TEXTS[name];
  if (text === undefined) throw new Error(name);
  // A garbage collection may fall into one measurement, but not into three.
  expect((await isLinear(text)) || (await isLinear(text)) || (await isLinear(text))).toBe(true);
});
