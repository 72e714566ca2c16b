import { createHash } from 'node:crypto';

const css = `
:root {
  color-scheme: light dark;
  --paper: #fdfcfa;
  --ink: #1f1d1a;
  --quiet: #645e55;
  --line: #e4dfd6;
  --tint: #f4f0e9;
  --accent: #0b5d6b;
  --word: #7c2d8e;
  --quoted: #3d6318;
  --text: Charter, 'Bitstream Charter', 'Sitka Text', Cambria, 'Noto Serif', Georgia, serif;
  --interface: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif;
  --code: ui-monospace, 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #171614;
    --ink: #e8e4dc;
    --quiet: #a8a196;
    --line: #37332d;
    --tint: #221f1c;
    --accent: #7cc7d4;
    --word: #d6a5e0;
    --quoted: #a9cf8f;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { text-size-adjust: 100%; -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--paper);
  color: var(--ink);
  font: 1.125rem/1.65 var(--text);
  overflow-wrap: break-word;
}
a { color: var(--accent); text-decoration-thickness: 0.06em; text-underline-offset: 0.18em; }
a:hover { text-decoration-thickness: 0.12em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 2px; }
.skip { position: absolute; inset-inline-start: 1rem; top: -5rem; padding: 0.5rem 1rem; background: var(--ink); color: var(--paper); font-family: var(--interface); z-index: 1; }
.skip:focus { top: 1rem; }

.site, main, .foot { width: 100%; max-width: 46rem; margin-inline: auto; padding-inline: 1.25rem; }
.site { padding-block: 1.5rem; font: 600 1rem/1.4 var(--interface); }
.site { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; align-items: center; }
.site p { margin: 0; font-weight: 400; color: var(--quiet); }
.site nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-inline-start: auto; font-weight: 400; }
.site img { display: block; width: auto; max-height: 3rem; border-radius: 0; background: none; }
.site img[src*='.svg'] { height: 3rem; }
.site a { color: inherit; text-decoration: none; }
.site a:hover { text-decoration: underline; }
main { flex: 1; padding-bottom: 4rem; }
main:focus { outline: none; }
.foot { padding-bottom: 2.5rem; font: 0.9375rem/1.5 var(--interface); color: var(--quiet); }
.foot nav { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }

h1, h2, h3, h4, h5, h6 { line-height: 1.25; text-wrap: balance; margin: 2.2em 0 0.6em; }
h1 { font-size: clamp(2rem, 1.4rem + 3vw, 3rem); line-height: 1.12; letter-spacing: -0.015em; margin: 0.6em 0 0.4em; overflow-wrap: anywhere; }
h2 { font-size: 1.6rem; }
h3 { font-size: 1.3rem; }
h4, h5, h6 { font-size: 1.125rem; }
.when { font: 0.9375rem/1.5 var(--interface); color: var(--quiet); margin: 0; }

.draft { margin: 0 0 2rem; padding: 0.6rem 1rem; border-inline-start: 0.25rem solid var(--accent); background: var(--tint); font: 0.9375rem/1.5 var(--interface); }
.draft strong { margin-inline-end: 0.5em; }
.text { margin-top: 2.25rem; }
.text > :first-child { margin-top: 0; }
.text p, .text ul, .text ol, .text blockquote, .text .scroll { margin: 0 0 1.2em; }
.text p { text-wrap: pretty; }
.text li > p { margin-bottom: 0.5em; }
.text li + li { margin-top: 0.3em; }
.text ul, .text ol { padding-inline-start: 1.5em; }
.text blockquote { border-inline-start: 0.25rem solid var(--line); padding-inline-start: 1.25rem; margin-inline: 0; color: var(--quiet); font-style: italic; }
.text blockquote:is(:lang(ar), :lang(fa), :lang(he), :lang(ur), :lang(zh), :lang(ja), :lang(ko), :lang(th)) { font-style: normal; }
.text blockquote > :last-child { margin-bottom: 0; }
.text hr { border: 0; border-top: 1px solid var(--line); margin: 2.5em 25%; }
pre, code, kbd, samp { direction: ltr; unicode-bidi: isolate; }
pre { text-align: left; }
code { font: 0.875em/1.5 var(--code); background: var(--tint); border-radius: 4px; padding: 0.1em 0.3em; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.25rem; line-height: 1.5; tab-size: 2; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
pre .hljs-comment, pre .hljs-quote, pre .hljs-meta { color: var(--quiet); }
pre .hljs-keyword, pre .hljs-built_in, pre .hljs-selector-tag, pre .hljs-deletion { color: var(--word); }
pre .hljs-string, pre .hljs-regexp, pre .hljs-addition { color: var(--quoted); }
pre .hljs-number, pre .hljs-literal, pre .hljs-attr, pre .hljs-title, pre .hljs-name { color: var(--accent); }
.formula { text-align: center; overflow-y: hidden; }
.written { white-space: pre-wrap; overflow-wrap: anywhere; }
.contents { margin: 0 0 2rem; padding: 1rem 1.25rem; background: var(--tint); border-radius: 8px; font: 1rem/1.5 var(--interface); }
.contents summary { font-weight: 600; }
.contents ul { list-style: none; margin: 0.4rem 0 0; padding: 0; }
.contents .inner { padding-inline-start: 1.25rem; }
.task { list-style: none; }
.task input { margin-inline: -1.4em 0.4em; }
.footnotes { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1.25rem; font-size: 0.9375rem; color: var(--quiet); }
table { border-collapse: collapse; min-width: 100%; font: 0.9375rem/1.5 var(--interface); }
th, td { padding-block: 0.5rem; padding-inline: 0 1.5rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; min-width: 6rem; }
th { border-bottom-width: 2px; }
th.right, td.right { text-align: right; }
th.center, td.center { text-align: center; }
th:last-child, td:last-child { padding-inline-end: 0; }

img, video { max-width: 100%; height: auto; border-radius: 8px; }
img { background: var(--tint); }
figure { margin: 2.25rem 0 0; }
figure img, .text img { display: block; margin-inline: auto; }
.text img.within { display: inline; vertical-align: middle; border-radius: 0; background-color: transparent; }
.tall { max-width: min(100%, 26rem); }
video { display: block; width: 100%; margin-inline: auto; object-fit: contain; background: #000; }
video:not([width]) { aspect-ratio: 16 / 9; }
audio { display: block; width: 100%; }
figcaption time { white-space: nowrap; font-variant-numeric: tabular-nums; }
figcaption { font: 0.9375rem/1.5 var(--interface); color: var(--quiet); margin-top: 0.6rem; text-align: center; overflow-wrap: anywhere; }
.files { list-style: none; margin: 0; padding: 0; font: 1rem/1.5 var(--interface); }
.files li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.5rem; padding: 0.75rem 0; border-top: 1px solid var(--line); }
.files li:last-child { border-bottom: 1px solid var(--line); }
.files a { overflow-wrap: anywhere; }
.files span { color: var(--quiet); font-variant-numeric: tabular-nums; }

mark { background: none; color: inherit; font-weight: 600; text-decoration: underline 0.15em var(--accent); text-underline-offset: 0.15em; }
.search { display: flex; gap: 0.5rem; }
.search input { flex: 1; min-width: 0; padding: 0.6rem 0.9rem; border: 1px solid var(--quiet); border-radius: 8px; background: var(--paper); color: inherit; font: inherit; }
.search button { padding: 0.6rem 1.1rem; border: 0; border-radius: 8px; background: var(--accent); color: var(--paper); font: 600 1rem/1.5 var(--interface); cursor: pointer; }
.works { list-style: none; margin: 2rem 0 0; padding: 0; }
.works li { position: relative; display: flex; gap: 1.25rem; justify-content: space-between; align-items: center; padding: 1.4rem 0; border-top: 1px solid var(--line); }
.works li > div { flex: 1; min-width: 0; }
.works :is(h2, h3) { font-size: 1.35rem; margin: 0 0 0.25rem; overflow-wrap: anywhere; }
.works :is(h2, h3) a { color: inherit; text-decoration: none; }
.works :is(h2, h3) a::after { content: ''; position: absolute; inset: 0; }
.works li:hover :is(h2, h3) a { color: var(--accent); text-decoration: underline; }
.works .lead { display: block; }
.works .lead h2 { font-size: clamp(1.6rem, 1.3rem + 1.5vw, 2.2rem); line-height: 1.15; margin-top: 0.8rem; }
.works .lead .excerpt { font-size: 1.125rem; }
.works .lead img { display: block; width: 100%; height: auto; max-height: 30rem; }
.works img { flex: none; object-fit: cover; }
.works li:not(.lead) img { width: 7.5rem; height: 5rem; }
.pages { display: flex; justify-content: space-between; gap: 1rem; border-top: 1px solid var(--line); padding-top: 1.5rem; font: 1rem/1.5 var(--interface); }
.pages a:last-child:not(:first-child), .pages .older { margin-inline-start: auto; }
.works p.excerpt { margin: 0.35rem 0 0; font-size: 1rem; line-height: 1.5; }
.tags ul { list-style: none; display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 2.5rem 0 0; padding: 0; font: 0.9375rem/1.5 var(--interface); }
.tags a { display: block; padding: 0.25rem 0.75rem; border: 1px solid var(--line); border-radius: 1rem; text-decoration: none; overflow-wrap: anywhere; }
.tags span { color: var(--quiet); font-variant-numeric: tabular-nums; }
.tags a:hover { text-decoration: underline; }
.related .works { margin-top: 1rem; }
.related .works h3 { font-size: 1.125rem; }
.related .works li { padding: 0.8rem 0; }
.adjacent { margin-top: 3rem; }
.adjacent p { margin: 0; max-width: 48%; overflow-wrap: anywhere; }
.adjacent span { display: block; color: var(--quiet); }
.adjacent .older { margin-inline-start: auto; text-align: end; }
@media (max-width: 30rem) {
  .works li:not(.lead) img { width: 5rem; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --quiet: #333; --line: #999; --tint: #fff; --accent: #000; --word: #000; --quoted: #000; }
  .skip, .site, .foot, .pages, .related, .contents { display: none; }
  .scroll { overflow: visible; }
  pre, pre code { white-space: pre-wrap; overflow-wrap: anywhere; }
  figure, tr { break-inside: avoid; }
  h2, h3, h4 { break-after: avoid; }
}
`;

/**
 * Style sheet of every public page. Inlined into the page, to save a request and to avoid an outdated cached style
 * sheet.
 */
export const style = css;

/** Hash of `style` for the security policy. */
export const styleHash = `sha256-${createHash('sha256').update(css).digest('base64')}`;
