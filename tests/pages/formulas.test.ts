import { renderText } from '../../src/api/work/page/text/markdown';
import { textContext } from './text-context';

const render = (source: string, hasDollars = true) =>
  renderText(source, textContext({ hasDollars }));

test.each([
  ['so $x^2$ is', /<math><msup><mi>x<\/mi>/],
  ['so $`x^2`$ is', /<math><msup><mi>x<\/mi>/],
  ['$[0, 1)$ and $\\left\\{a\\right.$', /<math>.*<math>/],
  [
    '$$\n\\frac{a}{b}\n$$',
    /^<p class="scroll formula" tabindex="0"><math display="block"[^>]*>.*<mfrac>/,
  ],
  ['$$ a < b $$', /^<p class="scroll formula".*<mo[^>]*>&lt;<\/mo>/],
  ['```math\na+b\n```', /^<p class="scroll formula"/],
])('%j is a formula, in MathML and without a style attribute', async (source, expected) => {
  const { html } = await render(source);
  expect(html).toMatch(expected);
  expect(html).not.toMatch(/ style=|<script/);
});

test.each([
  'between $10 and $20 (US$)',
  '`a` or $HOME/$USER',
  'Ke$ha and A$AP',
  '$(this).find($el)',
  'from $5 to $10',
  'US$ 5 and A$ 6',
  '$5 and\n\n$x',
  '\\$x$',
  '$$\n\na',
  '$$$ and $$$',
])('%j is no formula, even in a text that has some', async (source) => {
  expect((await render(source)).html).not.toMatch(/<math/);
});

test('a dollar is one unless the site or a formula on lines of its own says otherwise', async () => {
  expect((await render('so $x$ is', false)).html).toBe('<p>so $x$ is</p>\n');
  expect((await render('so $x$ is\n\n$$\ny\n$$', false)).html).toContain('<mi>x</mi>');
  expect((await render('so $x$ is\n\n```math\ny\n```', false)).html).toContain('<mi>x</mi>');
});

test.each(['$\\href{javascript:alert(1)}{x}$', '$\\foo$', '$\\class{a}{x}$'])(
  '%s is shown as it was written',
  async (source) => {
    expect((await render(source)).html).toBe(`<p><code>${source.slice(1, -1)}</code></p>\n`);
  }
);

test.each([
  ['\\boxed{x}', 'padding:3pt;border:1px solid;'],
  ['\\color{red}x', 'color:#ff0000;'],
  ['\\begin{array}{c|c}a&b\\end{array}', 'border-right:0.06em solid;'],
])('%s keeps what it says by a style, as a class', async (formula, declaration) => {
  const { html, style } = await render(`$${formula}$`);
  const [, name] = /class="(?:[^"]* )?(m[\da-f]{6})"/.exec(html) ?? [];
  // The selector is specific enough to override the library's style sheet, like a style attribute would.
  expect(style).toMatch(new RegExp(`\\.${name}\\.${name}\\.${name}\\{[^}]*${declaration}`));
});

test('only a text with formulas brings their style and font', async () => {
  expect((await render('a')).style).toBe('');
  expect((await render('$a$')).style).toContain('url(/fonts/maths-1.woff2)');
  expect((await render('$\\cancel{a}$')).style).toContain('.tml-cancel');
});

test('a formula in a sentence that may be wider than a phone scrolls by itself', async () => {
  expect((await render(`$${'a+'.repeat(30)}b$`)).html).toContain('<math class="wide" tabindex="0"');
  expect((await render('$a+b$')).html).toContain('<math>');
});
