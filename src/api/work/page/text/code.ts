import { createRequire } from 'node:module';

import _ from 'lodash';

import { Markup, markup } from '../../../markup';

interface Highlighter {
  getLanguage(name: string): object | undefined;
  highlight(
    code: string,
    options: { language: string; ignoreIllegals: boolean }
  ): { value: string };
}

/**
 * Loads the highlighter, which takes 6 MB of memory, when code is rendered for the first time. Uses `require` and no
 * import, because the package's types would add browser types to the whole site.
 */
const load = _.once(() => createRequire(__filename)('highlight.js/lib/common') as Highlighter);

/** Maximum number of characters of code that are highlighted in one text, to limit the time. */
const MOST_HIGHLIGHTED = 50_000;
/** Matches a line that is too long to be readable code. Highlighting time grows with the square of the length. */
const LONG_LINE = /^.{1001}/m;

/** Creates the highlighter for the code of one text. */
export const createCodeHighlighter = () => {
  let left = MOST_HIGHLIGHTED;
  /**
   * Highlights a block of code.
   * @param language name or common abbreviation; code in an unknown language is only escaped.
   */
  return (code: string, language: string): Markup => {
    const highlighter = load();
    const isKnown = highlighter.getLanguage(language) !== undefined;
    if (!isKnown || code.length > left || LONG_LINE.test(code)) return markup`${code}`;
    left -= code.length;
    return new Markup(highlighter.highlight(code, { language, ignoreIllegals: true }).value);
  };
};

export type CodeHighlighter = ReturnType<typeof createCodeHighlighter>;
