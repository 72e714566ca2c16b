import { ar } from './ar';
import { de } from './de';
import { en, type Translations } from './en';
import { fr } from './fr';
import { uk } from './uk';
import { zh } from './zh';

/** Language of a page, with translations and formats. */
export interface Language {
  /** Language tag for browsers (BCP 47). */
  tag: string;
  direction: 'ltr' | 'rtl';
  /** Language with a country, as link previews want it: `de_DE`. */
  territory: string;
  translations: Translations;
  day(date: Date): string;
  number(value: number, options: Intl.NumberFormatOptions): string;
}

const TRANSLATIONS: Readonly<Record<string, Translations>> = { ar, de, en, fr, uk, zh };

/** Codes (ISO 15924) of scripts that are written from right to left. */
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
/** Locale for dates in English, in the order that most countries use: 22 November 2026. */
const DAYS_IN_ENGLISH = 'en-GB';

const create = (locale: Intl.Locale): Language => {
  const tag = locale.toString();
  const format = tag === ENGLISH ? DAYS_IN_ENGLISH : tag;
  // Dates are in UTC, so that every instance shows the same day.
  const day = new Intl.DateTimeFormat(format, { dateStyle: 'long', timeZone: 'UTC' });
  // Cached formats: creating one takes longer than rendering the rest of a list item.
  const forms = new Map<string, Intl.NumberFormat>();
  return {
    tag,
    territory: `${locale.language}_${locale.maximize().region ?? 'US'}`,
    direction: RIGHT_TO_LEFT.has(locale.maximize().script ?? '') ? 'rtl' : 'ltr',
    translations: TRANSLATIONS[locale.language] ?? en,
    day: (date) => day.format(date),
    number(value, options) {
      const key = JSON.stringify(options);
      const form = forms.get(key) ?? new Intl.NumberFormat(format, options);
      forms.set(key, form);
      return form.format(value);
    },
  };
};

/** Maximum number of languages in the cache. The cache needs a limit, because authors may write any language tag. */
const MOST_CACHED = 100;
const cache = new Map<string, Language>();

/**
 * Matches a tag that begins with a language code of two or three letters, unlike registered words (BCP 47) such as
 * `german`.
 */
const SHAPE = /^[a-z]{2,3}(?:-|$)/i;

/**
 * Finds the language for a tag such as `de` or `zh-Hant`.
 * @returns null if the tag is not valid
 */
export const findLanguage = (tag: string): Language | null => {
  const known = cache.get(tag);
  if (known !== undefined) return known;
  if (!SHAPE.test(tag)) return null;
  try {
    const language = create(new Intl.Locale(tag));
    if (cache.size < MOST_CACHED) cache.set(tag, language);
    return language;
  } catch {
    return null;
  }
};

/** Language of the site. The setting is validated at the start. */
export const languageOfSite = (tag: string): Language =>
  findLanguage(tag) ?? create(new Intl.Locale(ENGLISH));
