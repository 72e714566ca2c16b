import type { MarkdownIt, StateBlock, StateCore, StateInline } from 'markdown-it';

/** Maximum number of characters of a formula; a longer formula is shown as it was written. */
export const LONGEST_FORMULA = 1000;
/** Maximum number of lines of a block formula. */
const MOST_LINES = 50;

const DOLLAR = 0x24;
const WORD = /[\p{L}\p{N}$]/u;

/**
 * Whether a formula has as many opening as closing brackets; `20 (US` is not a formula. Any formula with a backslash is
 * accepted, because its brackets may be unbalanced.
 */
const isBalanced = (formula: string): boolean =>
  formula.includes('\\') ||
  formula.replace(/[^([{]/g, '').length === formula.replace(/[^)\]}]/g, '').length;

/** Position of the dollar that ends a formula `$…$`; undefined for a literal dollar. */
const endOfDollars = (source: string, start: number): number | undefined => {
  if (WORD.test(source[start - 1] ?? '') || /[\s$]/.test(source[start + 1] ?? ' '))
    return undefined;
  const end = source.indexOf('$', start + 1);
  if (end === -1 || end - start > LONGEST_FORMULA) return undefined;
  const isEnd = !/[\s\\]/.test(source[end - 1] ?? '') && !WORD.test(source[end + 1] ?? '');
  return isEnd && isBalanced(source.slice(start + 1, end)) ? end : undefined;
};

/**
 * Parses inline formulas: `` $`x^2`$ `` as on GitHub, and `$x^2$` if the text has dollar formulas. For dollars, two
 * rules apply: Pandoc's (no space after the first or before the last dollar, no digit after the formula) and GitHub's
 * (no letter directly before or after the formula). Only the next dollar or backtick can end a formula, so each
 * character is read once.
 */
const inline = (state: StateInline, silent: boolean): boolean => {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== DOLLAR) return false;
  const isQuoted = src[pos + 1] === '`';
  const end = isQuoted
    ? src.indexOf('`', pos + 2)
    : state.env?.hasDollars
      ? endOfDollars(src, pos)
      : undefined;
  if (end === undefined || end <= pos + (isQuoted ? 2 : 0)) return false;
  if (isQuoted && (src[end + 1] !== '$' || end - pos > LONGEST_FORMULA)) return false;
  const behind = end + (isQuoted ? 2 : 1);
  if (behind > posMax) return false;
  if (!silent) state.push('formula', 'math', 0).content = src.slice(pos + (isQuoted ? 2 : 1), end);
  state.pos = behind;
  return true;
};

/**
 * Parses a block formula, which begins and ends with `$$` on the same line or on different lines. A formula cannot
 * contain a blank line.
 */
const block = (state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean => {
  const lineOf = (line: number): string =>
    state.src
      .slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
      .trim();
  if (!/^\$\$(?!\$)/.test(lineOf(startLine))) return false;
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

/** Whether a fenced block is a formula. */
export const isMathFence = (info: string): boolean => /^\s*math\s*$/.test(info);

/** Enables dollar formulas in a text with a block formula: its dollars are not prices. */
const detectFormulas = ({ tokens, env }: StateCore): void => {
  if (env)
    env.hasDollars ||= tokens.some(
      ({ type, info }) => type === 'formula_block' || (type === 'fence' && isMathFence(info))
    );
};

/** Adds formulas to the Markdown parser. */
export const addFormulas = (markdown: MarkdownIt): void => {
  markdown.inline.ruler.after('escape', 'formula', inline);
  markdown.block.ruler.before('fence', 'formula_block', block);
  markdown.core.ruler.before('inline', 'formulas_meant', detectFormulas);
};
