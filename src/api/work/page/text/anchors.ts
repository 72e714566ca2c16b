import type { MarkdownIt, Token } from 'markdown-it';

/** `<a name="x"></a>`, by which many texts name a place of theirs: the one use of HTML that is understood. */
const ANCHOR = /<a\s+(?:name|id)\s*=\s*(["']?)([\w.+~-]{1,255})\1\s*(?:\/>|>\s*<\/a\s*>)/iy;

/** Teaches Markdown to read the names of places. */
export const readAnchors = (markdown: MarkdownIt): void => {
  markdown.inline.ruler.before('html_inline', 'anchor', (state, silent) => {
    ANCHOR.lastIndex = state.pos;
    const name = ANCHOR.exec(state.src)?.[2];
    if (name === undefined) return false;
    if (!silent) state.push('anchor', 'span', 0).attrs = [['id', name]];
    state.pos = ANCHOR.lastIndex;
    return true;
  });
  markdown.renderer.rules.anchor = (tokens, index, options, _env, renderer) =>
    tokens[index]?.attrs?.length ? `${renderer.renderToken(tokens, index, options)}</span>` : '';
};

/** Gives up each name that is taken already, and takes the others. */
export const nameAnchors = (tokens: readonly Token[], taken: Set<string>): void => {
  const anchors = tokens.flatMap(({ children }) =>
    (children ?? []).filter(({ type }) => type === 'anchor')
  );
  for (const anchor of anchors) {
    const name = String(anchor.attrGet('id'));
    if (taken.has(name)) anchor.attrs = [];
    taken.add(name);
  }
};
