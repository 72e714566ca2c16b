import { renderText } from '../../src/api/work/page/text/markdown';
import { textContext } from './text-context';

const render = async (source: string): Promise<string> =>
  (await renderText(source, textContext())).html.trim();

test('headings start below the title of the page and leave no level out', async () => {
  const levels = async (source: string) =>
    [...(await render(source)).matchAll(/<(h\d) id=/g)].map(([, level]) => level);
  expect(await levels('# a\n\n## b\n\n# c')).toEqual(['h2', 'h3', 'h2']);
  expect(await levels('### a\n\n##### b\n\n#### c\n\n## d')).toEqual(['h2', 'h3', 'h3', 'h2']);
  expect(await levels('# a\n## b\n### c\n#### d\n##### e\n###### f')).toEqual([
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'h6',
  ]);
});

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://x.org',
])('%s is no link', async (url) => {
  expect(await render(`[a](${url})`)).not.toContain('<a');
  expect(await render(`<${url}>`)).not.toContain('<a');
});

test('links to other sites are not vouched for, links to this one are plain', async () => {
  expect(await render('[a](https://other.org/x)')).toBe(
    '<p><a href="https://other.org/x" rel="nofollow noopener">a</a></p>'
  );
  expect(await render('https://other.org')).toContain('rel="nofollow noopener"');
  expect(await render('[a](/works/b)')).toBe('<p><a href="/works/b">a</a></p>');
  expect(await render('[a](https://example.org/works/b)')).toBe(
    '<p><a href="https://example.org/works/b">a</a></p>'
  );
  expect(await render('[a](mailto:a@example.org)')).toBe(
    '<p><a href="mailto:a@example.org">a</a></p>'
  );
});

test('only what is written as an address becomes a link by itself', async () => {
  expect(await render('see README.md')).toBe('<p>see README.md</p>');
  expect(await render('&lt;https://example.org/a&gt;b')).toBe(
    '<p>&lt;<a href="https://example.org/a">https://example.org/a</a>&gt;b</p>'
  );
});

test('an image that may not be loaded is a link to it', async () => {
  expect(await render('![A quay](/uploads/a.png)')).toBe(
    '<p><img src="/uploads/a.png" alt="A quay"></p>'
  );
  expect(await render('![A quay](https://other.org/a.png)')).toBe(
    '<p><a href="https://other.org/a.png" rel="nofollow noopener">A quay</a></p>'
  );
});

test('a link around an image that may not be loaded stays one link', async () => {
  expect(
    await render('[![A badge](https://other.org/a.svg)](/works/b) ![x](https://other.org/x)')
  ).toBe(
    '<p><a href="/works/b">A badge</a> <a href="https://other.org/x" rel="nofollow noopener">x</a></p>'
  );
});

test('wide tables and code can be scrolled with the keyboard', async () => {
  expect(await render('|a|\n|-|\n|b|')).toMatch(
    /^<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>/
  );
  expect(await render('```\n<i>\n```')).toBe(
    '<pre class="scroll" tabindex="0"><code>&lt;i&gt;\n</code></pre>'
  );
});

test('the plain text leaves out headings and markup', async () => {
  const { plain } = await renderText('# Title\n\nSome *text*\nwith `code`.', textContext());
  expect(plain).toBe('Some text\nwith code.');
});

test("a heading has GitHub's name to link to, and one of its own", async () => {
  const ids = async (source: string) =>
    [...(await render(source)).matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id);
  const source = `# Über uns: *alles*
# Зміст
# Über uns alles
# \`a.b(c: Array<d>)\`
# Über uns alles 1
# :rocket: Go & run
# What <b>next</b> <x>?
# ?!
# ![logo](/a.png)x_y`;
  expect(await ids(source)).toEqual([
    'über-uns-alles',
    'зміст',
    'über-uns-alles-1',
    'abc-arrayd',
    'über-uns-alles-1-1',
    '-go--run',
    'what-next-',
    'part',
    'x_y',
  ]);
});

test.each([
  ['#one-two', '#one-two'],
  ['#One-Two', '#one-two'],
  ['#user-content-one-two', '#one-two'],
  ['#%C3%BCber', '#über'],
  ['#here', '#user-content-here'],
  ['#uber', '#über'],
  ['#what-s-next-in-1-2', '#whats-next-in-12'],
  ['#now-rocket', '#now-'],
  ['#first', '#1-first'],
  ['#nowhere%', '#nowhere%25'],
])('a link to %s leads to %s', async (written, href) => {
  const headings = "# One two\n# Über\n# What's next in 1.2?\n# Now :rocket:\n# 1. First";
  const text = await render(`[a](${written})\n\n${headings}\n\n<a name="here"></a>b`);
  expect(text).toContain(`<a href="${href}">a</a>`);
});

test('a long text of several parts has a table of contents, closed if it is long itself', async () => {
  const part = (title: string) => `## ${title}\n\n${'Words of it. '.repeat(120)}\n\n`;
  const text = await render(part('One') + part('Two <x>') + part('Three') + part('Four'));
  expect(text).toMatch(
    /^<nav class="contents" aria-label="Contents"><details open><summary>Contents<\/summary>/
  );
  expect(text).toContain('<a href="#two">Two &lt;x&gt;</a>');
  expect(await render(part('One') + part('Two') + part('Three'))).not.toContain('<nav');
  expect(await render(part('One').repeat(13))).toContain('<details><summary>');
});

test('tasks have boxes that nobody can tick', async () => {
  const text = await render('- [ ] open\n- [x] <b>done</b>');
  expect(text).toContain('<li class="task"><label><input type="checkbox" disabled="">open</label>');
  expect(text).toContain('<input type="checkbox" disabled="" checked=""><b>done</b></label>');
});

test('a footnote is below the text, and leads back', async () => {
  const text = await render('Said[^a].\n\n[^a]: Not <i>quite</i>.');
  expect(text).toContain('<sup class="footnote-ref"><a href="#fn:1" id="fnref:1">[1]</a></sup>');
  expect(text).toContain('<section class="footnotes" aria-label="Footnotes"><ol>');
  expect(text).toContain('Not <i>quite</i>.');
  expect(text).toContain(
    '<a aria-label="Back to the text" href="#fnref:1" class="footnote-backref">'
  );
});

test('code is coloured by what it says it is, within bounds', async () => {
  expect(await render('```ts\nconst a = "<b>";\n```')).toBe(
    '<pre class="scroll" tabindex="0"><code><span class="hljs-keyword">const</span> a = <span class="hljs-string">&quot;&lt;b&gt;&quot;</span>;\n</code></pre>'
  );
  expect(await render('```klingon\nconst\n```')).toContain('<code>const\n</code>');
  expect(await render(`\`\`\`ts\n${'const a = 1;\n'.repeat(5000)}\`\`\``)).not.toContain('hljs');
});

test('a picture within a sentence stays in it, one by itself is a paragraph', async () => {
  expect(await render('Tests: ![passing](/a.svg) today')).toContain('class="within"');
  expect(await render('![a](/a.svg) ![b](/b.svg)')).toContain('class="within"');
  expect(await render('![a](/a.jpg)')).not.toContain('within');
  expect(await render('[![a](/a.jpg)](/works/b)')).not.toContain('within');
});

test('notes and contents lead to the page from wherever the text is read', async () => {
  const source = `\\href="#x" \`href="#y"\` [z](#part)[^1]\n\n${'# Part\n\n'.repeat(4)}${'a '.repeat(3000)}\n\n[^1]: Note`;
  const { html } = await renderText(
    source,
    textContext({ readFrom: 'https://example.org/works/a' })
  );
  expect(html).not.toContain('href="#');
  expect(html.match(/href="https:\/\/example\.org\/works\/a#(?:part|fn)/g)).toHaveLength(7);
  expect(html).toContain('href=&quot;#x&quot; <code>href=&quot;#y&quot;</code>');
});
