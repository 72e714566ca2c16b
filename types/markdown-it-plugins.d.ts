// The package brings no types that fit markdown-it 15, which has its own.
declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';

  const footnotes: (markdown: MarkdownIt) => void;
  export default footnotes;
}
