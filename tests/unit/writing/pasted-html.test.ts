import { JSDOM } from 'jsdom';

interface FromHtml {
  markdownFromHtml: (html: unknown) => string;
}

// The types of what runs in a browser are not those of the tests.
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
