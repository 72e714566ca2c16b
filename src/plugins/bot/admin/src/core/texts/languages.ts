import mapKeys from 'lodash/mapKeys';

type Texts = Record<string, string>;

/** A text as the panel takes it: its key among all texts there, and its English wording. */
export interface Text {
  id: string;
  defaultMessage: string;
}

/** Texts for what the server says in English, which the panel looks for, and in place of some of Strapi's own. */
const OF_THE_PANEL = /^(apiError|app|global)\./;

/** The key of a text among all texts of the panel. */
export const keyInPanel = (key: string): string => (OF_THE_PANEL.test(key) ? key : `bot.${key}`);

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/** @param language a tag (BCP 47) */
export const isRightToLeft = (language: string): boolean =>
  RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? '');

/**
 * Turns the whole panel with its language, which Strapi names at the root and does not follow. Radix, which its tabs
 * are made of, turns what is in them back (`dir=ltr`) unless it is told otherwise.
 */
export const followDirection = (): void => {
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

/** A text in the language that the panel is in now, for where no component is asked for it. */
export const loadedText = ({ id, defaultMessage }: Text): string =>
  loaded.get(document.documentElement.lang)?.[id] ?? defaultMessage;

/** All texts in a language as the panel takes them; none in one that the plugin does not speak. */
export const loadTexts = async (locale: string) => {
  const texts = await import(`../../translations/${locale}.json`).catch(() => ({ default: {} }));
  const data = mapKeys((texts as { default: Texts }).default, (_, key) => keyInPanel(key));
  loaded.set(locale, data);
  return { locale, data };
};
