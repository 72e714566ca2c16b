import mapKeys from 'lodash/mapKeys';

type Texts = Record<string, string>;

/** A text in the form that the panel expects: its key among all texts, and its English wording. */
export interface Text {
  id: string;
  defaultMessage: string;
}

/**
 * Matches keys that do not get the prefix `bot.`: translations of the server's error messages, and replacements of
 * Strapi's own texts.
 */
const WITHOUT_PREFIX = /^(apiError|app|global)\./;

/**
 * The key of a text among all texts of the panel: with the prefix `bot.`, unless it translates or replaces a text of
 * Strapi.
 */
export const keyInPanel = (key: string): string => (WITHOUT_PREFIX.test(key) ? key : `bot.${key}`);

/** Scripts that are written from right to left (ISO 15924). */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/**
 * Whether a language is written from right to left.
 * @param language a language tag (BCP 47)
 */
export const isRightToLeft = (language: string): boolean =>
  RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? '');

/**
 * Sets the writing direction of the whole panel to that of its language, which Strapi does not do. Overrides `dir=ltr`,
 * which Radix sets on the tabs, by a style.
 */
export const syncDirection = (): void => {
  const { documentElement: root, head } = document;
  const style = document.createElement('style');
  style.textContent = 'html[dir=rtl] [data-orientation][dir=ltr] { direction: rtl }';
  head.append(style);
  const follow = (): void => {
    root.dir = isRightToLeft(root.lang || 'en') ? 'rtl' : 'ltr';
  };
  new MutationObserver(follow).observe(root, { attributeFilter: ['lang'] });
  follow();
};

const loaded = new Map<string, Texts>();

/** A text in the current language of the panel, for code outside of components. */
export const loadedText = ({ id, defaultMessage }: Text): string =>
  loaded.get(document.documentElement.lang)?.[id] ?? defaultMessage;

/** Loads all texts of a language for the panel. Empty for a language that the plugin does not support. */
export const loadTexts = async (locale: string) => {
  const texts = await import(`../../translations/${locale}.json`).catch(() => ({ default: {} }));
  const data = mapKeys((texts as { default: Texts }).default, (_, key) => keyInPanel(key));
  loaded.set(locale, data);
  return { locale, data };
};
