import { ar } from './ar';
import { de } from './de';
import { en, type Words } from './en';
import { fr } from './fr';
import { uk } from './uk';
import { zh } from './zh';

/** In what language a page is written, and what it says in it besides the work. */
export interface Language {
  /** As browsers know it (BCP 47). */
  tag: string;
  direction: 'ltr' | 'rtl';
  /** With a country, as link previews want it: `de_DE`. */
  territory: string;
  words: Words;
  day(date: Date): string;
  number(value: number, options: Intl.NumberFormatOptions): string;
}

const WORDS: Readonly<Record<string, Words>> = { ar, de, en, fr, uk, zh };

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set([
  'Adlm',
  'Arab',
  'Hebr',
  'Nkoo',
  'Rohg',
  'Syrc',
  'Thaa',
]);

const ENGLISH = 'en';
/** Days in the usual order of the world: 22 November 2026. */
const DAYS_IN_ENGLISH = 'en-GB';

const create = (locale: Intl.Locale): Language => {
  const tag = locale.toString();
  const format = tag === ENGLISH ? DAYS_IN_ENGLISH : tag;
  // The server's own time zone must not show: every instance writes the same day.
  const day = new Intl.DateTimeFormat(format, { dateStyle: 'long', timeZone: 'UTC' });
  // To make a form takes longer than all else that a list says of a work.
  const forms = new Map<string, Intl.NumberFormat>();
  return {
    tag,
    territory: `${locale.language}_${locale.maximize().region ?? 'US'}`,
    direction: RIGHT_TO_LEFT.has(locale.maximize().script ?? '') ? 'rtl' : 'ltr',
    words: WORDS[locale.language] ?? en,
    day: (date) => day.format(date),
    number(value, options) {
      const key = JSON.stringify(options);
      const form = forms.get(key) ?? new Intl.NumberFormat(format, options);
      forms.set(key, form);
      return form.format(value);
    },
  };
};

/** A language is made once; who writes works may write any tag, so not all of them are kept. */
const MOST_KEPT = 100;
const kept = new Map<string, Language>();

/** A language that has a code; what has none is no more than a registered word, like `german`. */
const SHAPE = /^[a-z]{2,3}(?:-|$)/i;

/**
 * The language of a tag like `de` or `zh-Hant`.
 * @returns null if it is no tag of a language
 */
export const findLanguage = (tag: string): Language | null => {
  const known = kept.get(tag);
  if (known !== undefined) return known;
  if (!SHAPE.test(tag)) return null;
  try {
    const language = create(new Intl.Locale(tag));
    if (kept.size < MOST_KEPT) kept.set(tag, language);
    return language;
  } catch {
    return null;
  }
};

/** The language of the site; its setting was looked at when the site started. */
export const languageOfSite = (tag: string): Language =>
  findLanguage(tag) ?? create(new Intl.Locale(ENGLISH));
