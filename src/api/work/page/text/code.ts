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
 * Loaded by the first code, since it has 6 MB. Not imported: the types of the package bring those of a browser into the
 * whole site.
 */
const load = _.once(() => createRequire(__filename)('highlight.js/lib/common') as Highlighter);

/** Characters of code that one text may have coloured: it takes time, and a page has to be sent. */
const MOST_COLOURED = 50_000;
/** A longer line is no code that somebody reads, and its time grows by the square of its length. */
const LONG_LINE = /^.{1001}/m;

/** Colours the code of one text. */
export const createCodePainter = () => {
  let left = MOST_COLOURED;
  /** @param language as the text names it, or its usual abbreviation; unknown ones stay as they are. */
  return (code: string, language: string): Markup => {
    const highlighter = load();
    const isKnown = highlighter.getLanguage(language) !== undefined;
    if (!isKnown || code.length > left || LONG_LINE.test(code)) return markup`${code}`;
    left -= code.length;
    return new Markup(highlighter.highlight(code, { language, ignoreIllegals: true }).value);
  };
};

export type CodePainter = ReturnType<typeof createCodePainter>;
