import { JSDOM } from 'jsdom';

interface FromHtml {
  markdownFromHtml: (html: unknown) => string;
}

// Loaded at run time, because the types of browser code differ from those of the tests.
const { markdownFromHtml } = jest.requireActual<FromHtml>(
  '../../../src/plugins/bot/admin/src/features/writing/editor/from-html'
);

const pasted = (html: string): string =>
  markdownFromHtml(new JSDOM(html, { contentType: 'text/html' }).window.document);

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body>
<!--StartFragment--><h1>Report<o:p></o:p></h1>
<p class=MsoNormal>A <b>bold</b> and <i style='mso-bidi-font-style:normal'>slanted</i> word,<span style='mso-spacerun:yes'>  </span>with a
<a href="https://example.org/a">link</a>.<span class=MsoCommentReference><a href="#_msocom_1">[K1]</a></span><o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp; </span></span><![endif]>Inner<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;</span></span><![endif]>Second<o:p></o:p></p>
<p class=MsoNormal>Between</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>One</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span>Two</p>
<table class=MsoTableGrid><tr><td><p class=MsoNormal><b>Name</b></p></td><td><p class=MsoNormal><b>Height</b></p></td></tr>
<tr><td><p class=MsoNormal>Bishop Rock</p></td><td><p class=MsoNormal>49&nbsp;m</p><p class=MsoNormal>a|b</p></td></tr></table>
<p class=MsoNormal><img width=10 src="file:///C:/Temp/msohtmlclip1/01/clip_image001.png"></p>
<div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>A comment</p></div></div>
<!--EndFragment--></body></html>`;

test('of Word: headings, marks, links, lists in lists and tables, without styles, bullets and comments', () => {
  expect(pasted(WORD)).toBe(
    [
      '# Report',
      'A **bold** and _slanted_ word, with a [link](https://example.org/a).',
      '- First\n  - Inner\n- Second',
      'Between',
      '1. One\n2. Two',
      '| Name | Height |\n| --- | --- |\n| Bishop Rock | 49 m a\\|b |',
    ].join('\n\n')
  );
});

test('of Google Docs: its wrapper is no bold text, its styles are marks, its list is one', () => {
  const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:700">Title</span></h2>
<p dir="ltr"><span style="font-weight:700">Strong</span><span style="font-weight:400"> and </span><span style="font-style:italic">slanted</span> <span style="text-decoration:line-through">gone</span>, <a href="https://www.google.com/url?q=https://example.org/x&sa=D"><span>there</span></a></p>
<ul><li dir="ltr" aria-level="1"><p dir="ltr"><span>One</span></p></li><ul><li dir="ltr" aria-level="2"><p><span>Inner</span></p></li></ul><li><p>Two</p></li></ul></b>`;
  expect(pasted(html)).toBe(
    '## Title\n\n**Strong** and _slanted_ ~~gone~~, [there](https://example.org/x)\n\n- One\n  - Inner\n- Two'
  );
});

test('of a page: code, quotes, pictures, lines; what no reader sees is left out', () => {
  const html = `<article><h3>Code</h3><pre><code class="language-ts">const a = 1;\n</code></pre>
<blockquote><p>Said</p><p>Twice</p></blockquote><p>Use <code>a_b</code>, 2 &lt; 3 and a*b*c<br>next</p><hr>
<p><img src="https://example.org/p.png" alt="A picture"></p><ol start="3"><li>Three</li><li>Four</li></ol>
<script>alert(1)</script><style>p{}</style><p style="display:none">Hidden</p><a href="javascript:alert(1)">Bad</a></article>`;
  expect(pasted(html)).toBe(
    [
      '### Code',
      '```ts\nconst a = 1;\n```',
      '> Said\n>\n> Twice',
      'Use `a_b`, 2 < 3 and a\\*b\\*c\nnext',
      '---',
      '![A picture](https://example.org/p.png)',
      '3. Three\n4. Four',
      'Bad',
    ].join('\n\n')
  );
});

/** A paragraph of a list as Word 365 writes it. */
const item = (list: string, bullet: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-add-space:
auto;text-indent:-18.0pt;mso-list:${list}'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span
style='mso-list:Ignore'>${bullet}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]>${text}<o:p></o:p></p>`;

test('of Word: lists that follow each other stay two, and go on counting', () => {
  const html = [
    item('l0 level1 lfo1', '·', 'A bullet'),
    item('l1 level1 lfo2', '1.', 'One'),
    item('l1 level2 lfo2', 'a.', 'Inner'),
    item('l1 level1 lfo2', '2.', 'Two'),
    '<p class=MsoNormal>Between<o:p></o:p></p>',
    item('l1 level1 lfo2', '3.', 'Three'),
  ].join('\n\n');
  expect(pasted(html)).toBe('- A bullet\n\n1. One\n   1. Inner\n2. Two\n\nBetween\n\n3. Three');
});

test('of Word: quotes, code, notes, numbers off the line, and the number of a heading', () => {
  const html = `<p class=MsoTitle>Guide<o:p></o:p></p>
<h2 style='mso-list:l2 level1 lfo3'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Keepers<o:p></o:p></h2>
<p class=MsoNormal>H<sub>2</sub>O, mc<sup>2</sup>, x<sup>th</sup>.<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference>[1]</span><![endif]></span></span></a><o:p></o:p></p>
<p class=MsoQuote>Said<o:p></o:p></p><pre>int main()<o:p></o:p></pre>
<div style='mso-element:footnote-list'><br clear=all><hr align=left size=1 width="33%"><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> A note.<o:p></o:p></p></div></div>`;
  expect(pasted(html)).toBe(
    [
      '# Guide',
      '## 1\\. Keepers',
      'H₂O, mc², xth.[^1]',
      '> Said',
      '```\nint main()\n```',
      '[^1]: A note.',
    ].join('\n\n')
  );
});

test('of tables with cells over columns and rows, and with lists and code in cells, each row has all columns', () => {
  const html = `<table border=1 cellpadding=5 style='border-collapse:collapse;border:none'>
<tr style='mso-yfti-irow:0'><td colspan=2 style='background:#D9D9D9;padding:0cm'><p class=MsoNormal><b>Light<o:p></o:p></b></p></td><td><p>Height</p></td></tr>
<tr><td rowspan=2><p>Bishop</p></td><td><h4>Rock</h4></td><td><ul><li>49 m</li><li>above</li></ul></td></tr>
<tr><td><pre>Wolf</pre></td></tr></table>`;
  expect(pasted(html).replace(/ +/g, ' ')).toBe(
    [
      '| Light | | Height |',
      '| --- | --- | --- |',
      '| Bishop | Rock | 49 m above |',
      '| | `Wolf` | |',
    ].join('\n')
  );
});

test('of Google Docs and LibreOffice: boxes to tick, and notes', () => {
  const google = `<b style="font-weight:normal;" id="docs-internal-guid-2"><ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,iVBORw0KGgo=" alt="checked" aria-roledescription="checkbox"/><p style="display:inline-block"><span>Done</span></p></li></ul></b>`;
  expect(pasted(google)).toBe('- [x] Done');
  const office = `<p>Text<sup><a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></sup></p><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>A note</p></div>`;
  expect(pasted(office)).toBe('Text[^1]\n\n[^1]: A note');
});
