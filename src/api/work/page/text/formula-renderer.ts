import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import _ from 'lodash';
import type Temml from 'temml';

import { Markup, markup } from '../../../markup';
import { LONGEST_FORMULA } from './maths';

/** Loads the formula library Temml, which takes 2 MB of memory, when a formula is rendered for the first time. */
const load = _.once(() => createRequire(__filename)('temml') as typeof Temml);

/** Maximum number of formulas that are rendered in one text; further formulas are shown as they were written. */
const MOST_FORMULAS = 200;
/** Number of characters above which an inline formula may be wider than the screen of a phone. */
const WIDE = 40;

/** Font of formulas, a subset of STIX Two Math (SIL Open Font License 1.1); see `fonts/README.md`. */
const FONT = '/fonts/maths-1.woff2';

const STYLE = / style="([^"]*)"/g;
const CLASS = / class="([^"]*)"/;
/**
 * Matches a style of the formula library Temml that is safe in a style sheet: no character can end the CSS rule or
 * start a quoted URL.
 */
const PLAIN_STYLE = /^[\w\s:;.,%#()+-]*$/;

/** Style sheet of the formula library Temml, without its font. */
const librarySheet = readFileSync(require.resolve('temml/dist/Temml-STIX2.css'), 'utf8')
  .replace(/\/\*[\s\S]*?\*\//g, '')
  .replace(/@font-face\s*\{[^}]*\}/, '')
  .replace(/\s+/g, ' ')
  .trim();

const OWN_SHEET = `
.formula math { justify-content: center; }
math.wide { max-width: 100%; overflow: auto hidden; }`;

/** Creates the renderer for the formulas of one text. It writes MathML, which browsers show without a script. */
export const createFormulaRenderer = (pathOf: (place: string) => string) => {
  let left = MOST_FORMULAS;
  const rules = new Map<string, string>();

  /**
   * Turns style attributes into classes of the page's style sheet, because the security policy forbids the attributes.
   */
  const withClasses = (source: string): string =>
    source.replace(/<[^>]*>/g, (tag) => {
      let name: string | undefined;
      const bare = tag.replace(STYLE, (_all, style: string) => {
        if (PLAIN_STYLE.test(style) && !style.includes('url')) {
          name = `m${createHash('sha1').update(style).digest('hex').slice(0, 6)}`;
          rules.set(name, style);
        }
        return '';
      });
      if (name === undefined) return bare;
      return CLASS.test(bare)
        ? bare.replace(CLASS, ` class="$1 ${name}"`)
        : bare.replace(/^<\w+/, `$& class="${name}"`);
    });

  return {
    set(formula: string, displayMode: boolean): Markup {
      left -= 1;
      const asWritten = markup`<code>${formula}</code>`;
      if (left < 0 || formula.length > LONGEST_FORMULA) return asWritten;
      try {
        const source = withClasses(
          load().renderToString(formula, { displayMode, throwOnError: true, wrap: 'tex' })
        );
        rules.set('', '');
        const isWide = !displayMode && formula.length > WIDE;
        return new Markup(
          isWide ? source.replace('<math', '<math class="wide" tabindex="0"') : source
        );
      } catch {
        return asWritten;
      }
    },

    /** Style sheet for the rendered formulas; empty if there are none. */
    style: (): string =>
      rules.size === 0
        ? ''
        : [
            `@font-face { font-family: STIX2; src: url(${pathOf(FONT)}) format('woff2'); font-display: swap; }`,
            librarySheet + OWN_SHEET,
            // The class is repeated three times to override the library's rules, as a style attribute would.
            ...[...rules].flatMap(([name, style]) =>
              name ? [`${`.${name}`.repeat(3)}{${style}}`] : []
            ),
          ].join('\n'),
  };
};

export type FormulaRenderer = ReturnType<typeof createFormulaRenderer>;
