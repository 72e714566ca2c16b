import { createSiteAddress } from '../../src/api/work/page/address';
import { markup } from '../../src/api/work/page/markup';
import { renderText } from '../../src/api/work/page/markdown';
import { en } from '../../src/api/work/page/words/en';

const address = createSiteAddress('https://example.org');

const render = (source: string): string =>
  renderText(source, {
    address,
    words: en,
    image: (url, alternativeText) =>
      url.startsWith('/') ? markup`<img src="${url}" alt="${alternativeText}">` : null,
  }).markup.source.trim();

test('HTML in a text is shown, not obeyed', () => {
  expect(render('a <b onclick="x">bold</b>')).toBe(
    '<p>a &lt;b onclick=&quot;x&quot;&gt;bold&lt;/b&gt;</p>'
  );
  expect(render('<script>alert(1)</script>')).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
});

test('headings start below the title of the page and leave no level out', () => {
  const levels = (source: string) =>
    [...render(source).matchAll(/<(h\d)>/g)].map(([, level]) => level);
  expect(levels('# a\n\n## b\n\n# c')).toEqual(['h2', 'h3', 'h2']);
  expect(levels('### a\n\n##### b\n\n#### c\n\n## d')).toEqual(['h2', 'h3', 'h3', 'h2']);
  expect(levels('# a\n## b\n### c\n#### d\n##### e\n###### f')).toEqual([
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
])('%s is no link', (url) => {
  expect(render(`[a](${url})`)).not.toContain('<a');
  expect(render(`<${url}>`)).not.toContain('<a');
});

test('links to other sites are not vouched for, links to this one are plain', () => {
  expect(render('[a](https://other.org/x)')).toBe(
    '<p><a href="https://other.org/x" rel="nofollow noopener">a</a></p>'
  );
  expect(render('https://other.org')).toContain('rel="nofollow noopener"');
  expect(render('[a](/works/b)')).toBe('<p><a href="/works/b">a</a></p>');
  expect(render('[a](https://example.org/works/b)')).toBe(
    '<p><a href="https://example.org/works/b">a</a></p>'
  );
  expect(render('[a](mailto:a@example.org)')).toBe('<p><a href="mailto:a@example.org">a</a></p>');
});

test('only what is written as an address becomes a link by itself', () => {
  expect(render('see README.md')).toBe('<p>see README.md</p>');
});

test('an image that may not be loaded is a link to it', () => {
  expect(render('![A quay](/uploads/a.png)')).toBe(
    '<p><img src="/uploads/a.png" alt="A quay"></p>'
  );
  expect(render('![A quay](https://other.org/a.png)')).toBe(
    '<p><a href="https://other.org/a.png" rel="nofollow noopener">A quay</a></p>'
  );
});

test('a link around an image that may not be loaded stays one link', () => {
  expect(render('[![A badge](https://other.org/a.svg)](/works/b) ![x](https://other.org/x)')).toBe(
    '<p><a href="/works/b">A badge</a> <a href="https://other.org/x" rel="nofollow noopener">x</a></p>'
  );
});

test("the underline of the editor's toolbar works, and nothing else in its place", () => {
  expect(render('an <u>important & "short"</u> word')).toBe(
    '<p>an <u>important &amp; &quot;short&quot;</u> word</p>'
  );
  expect(render('<u><b>x</b></u>')).not.toMatch(/<u>|<b>/);
});

test('wide tables and code can be scrolled with the keyboard', () => {
  expect(render('|a|\n|-|\n|b|')).toMatch(
    /^<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>/
  );
  expect(render('```html\n<i>\n```')).toBe(
    '<pre class="scroll" tabindex="0"><code>&lt;i&gt;\n</code></pre>'
  );
});

test('the plain text leaves out headings and markup', () => {
  const { plain } = renderText('# Title\n\nSome *text*\nwith `code`.', {
    address,
    words: en,
    image: () => null,
  });
  expect(plain).toBe('Some text\nwith code.');
});
