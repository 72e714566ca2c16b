import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import temml from 'temml';

import { Markup, markup } from './markup';

/** Formulas of one text, and characters of one formula, that are set; others are shown as they were written. */
const MOST_FORMULAS = 200;
const LONGEST_FORMULA = 1000;
/** Lines of a formula of its own. */
const MOST_LINES = 50;

const DOLLAR = 0x24;
const isSpace = (character: string | undefined): boolean =>
  character === undefined || /\s/.test(character);

/**
 * `$x^2$`, as Pandoc reads it: no space within beside the dollars and no digit behind, so that prices
 * stay prices. The next dollar ends it or there is none, so each character is looked at once.
 */
const inline = (state: StateInline, silent: boolean): boolean => {
  const start = state.pos + 1;
  if (state.src.charCodeAt(state.pos) !== DOLLAR || isSpace(state.src[start])) return false;
  const end = state.src.indexOf('$', start);
  if (end <= start || end > state.posMax || end - start > LONGEST_FORMULA) return false;
  if (/[\s\\]/.test(state.src[end - 1] ?? '') || /\d/.test(state.src[end + 1] ?? '')) return false;
  if (!silent) state.push('formula', 'math', 0).content = state.src.slice(start, end);
  state.pos = end + 1;
  return true;
};

/** `$$` on lines of their own around a formula, or on the same line. A blank line ends the search. */
const block = (state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean => {
  const lineOf = (line: number): string =>
    state.src
      .slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
      .trim();
  if (!lineOf(startLine).startsWith('$$')) return false;
  const lines: string[] = [];
  for (let line = startLine; line < Math.min(endLine, startLine + MOST_LINES); line += 1) {
    const text = lineOf(line);
    if (text === '' || (state.sCount[line] ?? 0) < state.blkIndent) return false;
    lines.push(line === startLine ? text.slice(2) : text);
    const isLast = text.endsWith('$$') && (line > startLine || text.length > 4);
    if (!isLast) continue;
    if (!silent) {
      const token = state.push('formula_block', 'math', 0);
      token.content = lines.join('\n').slice(0, -2).trim();
      token.map = [startLine, line + 1];
      token.block = true;
      state.line = line + 1;
    }
    return true;
  }
  return false;
};

/** Teaches Markdown to read formulas. */
export const readFormulas = (markdown: MarkdownIt): void => {
  markdown.inline.ruler.after('escape', 'formula', inline);
  markdown.block.ruler.before('fence', 'formula_block', block);
};

/** The security policy allows no attribute `style`; what the library writes there, browsers do anyhow. */
const STYLE = / style="[^"]*"/g;

/** Sets the formulas of one text in MathML, which browsers show without a script. */
export const createFormulaSetter = () => {
  let left = MOST_FORMULAS;
  return (formula: string, displayMode: boolean): Markup => {
    left -= 1;
    const asWritten = markup`<code>${formula}</code>`;
    if (left < 0 || formula.length > LONGEST_FORMULA) return asWritten;
    try {
      const source = temml.renderToString(formula, { displayMode, throwOnError: true });
      return new Markup(source.replaceAll(STYLE, ''));
    } catch {
      return asWritten;
    }
  };
};

export type FormulaSetter = ReturnType<typeof createFormulaSetter>;
