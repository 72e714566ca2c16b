import { parseFragment, type DefaultTreeAdapterMap } from 'parse5';

import { SCHEMA } from '../../src/api/work/page/text/html/elements';
import { renderText } from '../../src/api/work/page/text/markdown';
import type { TextContext } from '../../src/api/work/page/text/rendering';
import type { Picture } from '../../src/api/work/page/media/medium';
import { textContext } from './text-context';

const renderWhole = (source: string, changed: Partial<TextContext> = {}) =>
  renderText(source, textContext(changed));
const render = async (source: string, changed: Partial<TextContext> = {}): Promise<string> =>
  (await renderWhole(source, changed)).html.trim();

describe('what GitHub allows is markup', () => {
  test.each([
    ['H<sub>2</sub>O, x<sup>2</sup>', '<p>H<sub>2</sub>O, x<sup>2</sup></p>'],
    ['Press <kbd>Ctrl</kbd>+<KBD>C</KBD>', '<p>Press <kbd>Ctrl</kbd>+<kbd>C</kbd></p>'],
    ['one<br>two<br />three', '<p>one<br>\ntwo<br>\nthree</p>'],
    ['<b>*both*</b>', '<p><b><em>both</em></b></p>'],
    ['an <u>important</u> word', '<p>an <u>important</u> word</p>'],
    [
      '<details open>\n<summary>More</summary>\n\n- *a*\n\n</details>',
      '<details open="">\n<summary>More</summary>\n<ul>\n<li><em>a</em></li>\n</ul>\n</details>',
    ],
    ['<dl><dt>a</dt><dd>b</dd></dl>', '<dl><dt>a</dt><dd>b</dd></dl>'],
    ['<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>', undefined],
    ['<p align="center">x &amp; &lt;y&gt;</p>', undefined],
    ['<time datetime="2026-01-02">then</time>', '<p><time datetime="2026-01-02">then</time></p>'],
    [
      '<table><tr><td colspan="2">a</td></tr></table>',
      '<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>\n<tbody><tr><td colspan="2">a</td></tr></tbody></table></div>',
    ],
    ['<pre>\na\n\n*b*</pre>', '<pre class="scroll" tabindex="0">a\n\n*b*</pre>'],
    ['<center>x</center>', '<div align="center">x</div>'],
    ['<strike>x</strike>', '<p><s>x</s></p>'],
    ['<acronym title="a">x</acronym>', '<p><abbr title="a">x</abbr></p>'],
    ['<menu><li>x</li></menu>', '<ul><li>x</li></ul>'],
  ])('%s', async (source, expected) => {
    const html = await render(source);
    expect(html).toBe(expected ?? html);
    expect(html).not.toMatch(/&lt;(?!y)/);
    if (expected === undefined) expect(html).toContain(source);
  });

  test('a comment is left out; one that does not end is shown', async () => {
    expect(await render('a<!-- b -->c\n\n<!-- more -->\n\nd')).toMatch(/^<p>ac<\/p>\s+<p>d<\/p>$/);
    expect(await render('<!-- b\n\n*c*')).toBe('<p>&lt;!-- b</p>\n<p><em>c</em></p>');
  });
});

test('a progress, a meter and what is there without scripts are shown', async () => {
  expect(await render('<progress value="5" max="34" onclick=a></progress>')).toBe(
    '<p><progress value="5" max="34"></progress></p>'
  );
  expect(await render('<meter value="5" max="34">5</meter>')).toBe(
    '<p><meter value="5" max="34">5</meter></p>'
  );
  expect(await render('<noscript>\n\n*a*\n\n</noscript>')).toBe('<div>\n<p><em>a</em></p>\n</div>');
});

describe('anything else is shown as it was written', () => {
  test.each([
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    [
      '<style>\n\n*a*\n\n</style>',
      '<p>&lt;style&gt;</p>\n<p><em>a</em></p>\n<p>&lt;/style&gt;</p>',
    ],
    ['Array<string> and <T>', '<p>Array&lt;string&gt; and &lt;T&gt;</p>'],
    [
      '<iframe src="https://evil.example/"></iframe>',
      '<p>&lt;iframe src="https://evil.example/"&gt;&lt;/iframe&gt;</p>',
    ],
    ['<div>\n<form action="/x">\n</div>', '<div>\n&lt;form action="/x"&gt;\n</div>'],
    ['<?php echo 1 ?>', '<p>&lt;?php echo 1 ?&gt;</p>'],
    ['a < b, c <d', '<p>a &lt; b, c &lt;d</p>'],
    ['`<b>` and\n\n    <b>', undefined],
  ])('%s', async (source, expected) => {
    const html = await render(source);
    if (expected === undefined) expect(html).toContain('<code>&lt;b&gt;</code>');
    else expect(html).toBe(expected);
  });
});

// Cases from security advisories of sanitizers (sanitize-html, DOMPurify, rehype-sanitize, xss) and
// from OWASP's list.
const HOSTILE = [
  '<b onclick="alert(1)" style="color:red">x</b>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img src="/uploads/a.png" onload="alert(1)" srcset="javascript:alert(1) 2x">',
  '<img srcset="javascript:alert(1) 2x">',
  '<picture><source srcset="data:text/html,x 2x"><img srcset="vbscript:x" alt="y"></picture>',
  '<video><source src="javascript:alert(1)"></video>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:x">x</a> <a href="data:text/html,<script>alert(1)</script>">y</a>',
  '<a xlink:href="javascript:alert(1)">x</a>',
  '<svg><script>alert(1)</script></svg>',
  '<svg onload=alert(1)>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea></textarea><img src=x onerror=alert(1)></textarea>',
  '<title><a title="</title><img src=x onerror=alert(1)>">',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<option><style></option></select><b><img src=x onerror=alert(1)></style></option>',
  '<details ontoggle=alert(1) open>x</details>',
  '<video src=x onerror=alert(1)></video>',
  '<video><source onerror="alert(1)"></video>',
  '<audio src="javascript:alert(1)" autoplay></audio>',
  '<video poster="javascript:alert(1)" src="/uploads/a.mp4"></video>',
  '<picture><source srcset="javascript:alert(1)"><img src="/uploads/a.png"></picture>',
  '<iframe src="https://www.youtube.com/embed/x" srcdoc="<script>alert(1)</script>" onload=alert(1)></iframe>',
  '<iframe src="https://www.youtube.com.evil.example/embed/x"></iframe>',
  '<iframe src="javascript:alert(1)//youtube.com/embed/x"></iframe>',
  '<object data="data:text/html,x"></object><embed src="x">',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=//evil.example">',
  '<link rel="stylesheet" href="//evil.example/x.css">',
  '<div id="location" name="body">x</div><a id="cookie" name="cookie">y</a>',
  '<p class="skip" role="alert" data-x="1">x</p>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<b "><img src=x onerror=alert(1)>">x</b>',
  '<a title="`"><img src=x onerror=alert(1)>"`>x</a>',
  '<abbr title="</abbr><img src=x onerror=alert(1)>">x</abbr>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<table><td><style><!--</style></td></table><a title="--><img src onerror=alert(1)>">x</a>',
  '<ul><li><div><li></li></div></li></ul></div></main>',
  '</div></article></main></body></html><script>alert(1)</script>',
  '<a href="https://x.example" target="_blank" rel="opener" ping="//evil.example">x</a>',
];

const elementsIn = (node: DefaultTreeAdapterMap['node']): DefaultTreeAdapterMap['element'][] => {
  const inside = 'childNodes' in node ? node.childNodes.flatMap(elementsIn) : [];
  return 'tagName' in node ? [node, ...inside] : inside;
};

/** Attributes with an address to load or open. */
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'srcset', 'poster']);
const SAFE_ADDRESS = /^(?:\/|#|https:\/\/)/;

test.each(HOSTILE)('nothing of %j runs', async (source) => {
  for (const text of [source, `a ${source} b`, `> ${source}\n\n|${source}|\n|-|\n|a|`]) {
    for (const { tagName, attrs } of elementsIn(parseFragment(await render(text)))) {
      expect(SCHEMA.tagNames).toContain(tagName);
      for (const { name, value } of attrs) {
        expect(name).not.toMatch(/^on|^style$|^srcdoc$|^target$|^ping$|:/);
        if (ADDRESSES.has(name)) expect(value).toMatch(SAFE_ADDRESS);
        if (name === 'id') expect(value).toMatch(/^user-content-/);
        if (name === 'class') expect(['within', 'scroll', 'center', 'right']).toContain(value);
      }
    }
  }
});

test('no element reaches into the page around the text', async () => {
  const text = '<ul><li><div><li>\n\n</div>\n\n</div></section>\n\n<table><tr><td>\n\n**a';
  const page = parseFragment(`<main>${await render(text)}</main><footer></footer>`);
  expect(page.childNodes.map(({ nodeName }) => nodeName)).toEqual(['main', 'footer']);
});

describe('a picture', () => {
  const url = 'https://example.org/uploads/quay_0123456789.jpg';
  const pictures: [string, Picture][] = [
    [
      url,
      {
        kind: 'picture',
        name: 'quay.jpg',
        url: '/uploads/quay_0123456789.jpg',
        alternativeText: 'A quay',
        caption: '',
        width: 1000,
        height: 500,
        mime: 'image/jpeg',
        sources: [
          { url: '/uploads/small_quay_0123456789.jpg', width: 500, height: 250 },
          { url: '/uploads/quay_0123456789.jpg', width: 1000, height: 500 },
        ],
        placeholder: null,
      },
    ],
  ];

  test('gets what a picture in Markdown gets, and keeps the size and place that it was given', async () => {
    const html = await render(
      '![](/uploads/quay_0123456789.jpg)\n\n<img src="/uploads/quay_0123456789.jpg" width="300" align="right" alt="Boats">',
      { pictures }
    );
    const [, image] = html.match(/<img[^>]*>/g) ?? [];
    expect(image).toContain('srcset="/uploads/small_quay_0123456789.jpg 500w, ');
    expect(image).toContain('alt="Boats" width="300" height="150" align="right" ');
    expect(image).toMatch(/sizes="[^"]*300px/);
    expect(image).toContain('loading="lazy"');
  });

  test('of another site is a link', async () => {
    expect(await render('a <img src="https://other.org/a.png" alt="Boats">')).toBe(
      '<p>a <a href="https://other.org/a.png" rel="nofollow noopener">Boats</a></p>'
    );
  });

  test('has others for other screens', async () => {
    const { html, shown } = await renderWhole(
      '<picture>\n<source media="(prefers-color-scheme: dark)" srcset="/uploads/dark.png, /uploads/dark2.png 2x">\n<source srcset="https://other.org/x.png">\n<img src="/uploads/quay_0123456789.jpg">\n</picture>',
      { pictures }
    );
    expect(html).toContain(
      '<source media="(prefers-color-scheme: dark)" srcset="/uploads/dark.png, /uploads/dark2.png 2x">'
    );
    expect(html).not.toContain('other.org');
    expect(shown).toEqual([url]);
  });
});

describe('a player', () => {
  test('plays files of the site', async () => {
    const { html, shown } = await renderWhole(
      '<video autoplay width="640" poster="/uploads/p.jpg"><source src="/uploads/a.mp4" type="video/mp4"><track src="/uploads/a.vtt" srclang="de" kind="subtitles">No player</video>'
    );
    expect(html).toContain(
      '<video width="640" poster="/uploads/p.jpg" controls="" preload="metadata"><source src="/uploads/a.mp4" type="video/mp4"><track src="/uploads/a.vtt" srclang="de" kind="subtitles">No player</video>'
    );
    expect(shown).toEqual(['https://example.org/uploads/a.mp4']);
  });

  test('of another site is a link', async () => {
    expect(await render('<audio src="https://other.org/a.mp3" title="Song"></audio>')).toBe(
      '<p><a href="https://other.org/a.mp3" rel="nofollow noopener">Song</a> </p>'
    );
  });

  test.each([
    ['https://www.youtube.com/embed/abc-1?rel=0', 'https://www.youtube.com/watch?v=abc-1'],
    ['//www.youtube-nocookie.com/embed/abc', 'https://www.youtube.com/watch?v=abc'],
    ['https://player.vimeo.com/video/12', 'https://vimeo.com/12'],
  ])('in a frame with %s is a link to %s', async (source, href) => {
    expect(await render(`<iframe src="${source}" title="A film" allowfullscreen></iframe>`)).toBe(
      `<a href="${href}" rel="nofollow noopener">A film</a>`
    );
  });
});

describe('links and headings', () => {
  test('an id is prefixed, and links lead to it', async () => {
    expect(await render('[x](#Here) <span id="Here">a</span>')).toBe(
      '<p><a href="#user-content-Here">x</a> <span id="user-content-Here">a</span></p>'
    );
    expect(await render('<a name="top"></a>x')).toBe(
      '<p><a name="top" id="user-content-top"></a>x</p>'
    );
  });

  test('a link in HTML is a link like any other', async () => {
    expect(await render('<a href="https://other.org">x</a> <a href="/works/b">y</a>')).toBe(
      '<p><a href="https://other.org" rel="nofollow noopener">x</a> <a href="/works/b">y</a></p>'
    );
    expect(
      await render('<a href="/works/b">y</a>', { readFrom: 'https://example.org/works/a' })
    ).toContain('href="https://example.org/works/b"');
  });

  test('a heading in HTML is below the title of the page and has a name', async () => {
    expect(await render('<h1 align="center">The <i>name</i></h1>\n\n### Part')).toBe(
      '<h2 align="center" id="the-name">The <i>name</i></h2>\n<h3 id="part">Part</h3>'
    );
  });

  test('descriptions have the words without tags, headings and comments', async () => {
    const { plain } = await renderWhole(
      '<h1>Title</h1>\n<!-- x -->\n<p>Fish &amp; <b>chips</b>\n\nand <kbd>x</kbd> <foo>'
    );
    expect(plain.replace(/\s+/g, ' ').trim()).toBe('Fish & chips and x <foo>');
  });
});
