import type { MarkdownIt, Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';

/** Tokens that others are added to where they are, not to a copy. */
class Growing extends Array<Token> {
  override concat(tokens: readonly Token[]): this {
    for (const token of tokens) this.push(token);
    return this;
  }
}

/**
 * Teaches Markdown to read footnotes. The library copies all tokens for each note (`footnote_tail`), which takes
 * minutes for some ten thousand.
 */
export const readFootnotes = (markdown: MarkdownIt): void => {
  markdown.use(footnotes);
  markdown.core.ruler.before('footnote_tail', 'footnotes_in_place', (state) => {
    state.tokens = Growing.from(state.tokens);
  });
  // No heading has a colon in its name.
  markdown.renderer.rules.footnote_anchor_name = (tokens, index) =>
    `:${Number(tokens[index]?.meta?.id) + 1}`;
};
