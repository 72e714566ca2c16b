import en from '../../translations/en.json';
import pageEn from '../../translations/page/en.json';

/** Every text of this plugin in English, by its key. */
export const ENGLISH = { ...en, ...pageEn };

export type TextKey = keyof typeof ENGLISH;

type Texts = Record<string, string>;

/** The texts in each other language of the panel that the plugin speaks, when they are needed. */
const LANGUAGES: Record<string, () => Promise<{ default: Texts }[]>> = {
  de: () =>
    Promise.all([import('../../translations/de.json'), import('../../translations/page/de.json')]),
  fr: () =>
    Promise.all([import('../../translations/fr.json'), import('../../translations/page/fr.json')]),
  uk: () =>
    Promise.all([import('../../translations/uk.json'), import('../../translations/page/uk.json')]),
};

/** Texts for what the site answers: the panel looks for `apiError.` and the message. */
const ANSWER = 'answer.';

/** The key of a text among all texts of the panel. */
export const keyInPanel = (key: string): string =>
  key.startsWith(ANSWER) ? `apiError.bot.${key.slice(ANSWER.length)}` : `bot.${key}`;

const textsIn = async (locale: string): Promise<Texts> => {
  if (locale === 'en') return ENGLISH;
  const parts = (await LANGUAGES[locale]?.()) ?? [];
  return Object.assign({}, ...parts.map(({ default: texts }) => texts)) as Texts;
};

const known = new Map<string, Texts>();

/** The texts in a language that the panel has loaded. */
export const knownTexts = (locale: string): Texts | undefined => known.get(locale);

/** The texts in a language as the panel takes them; none in one that the plugin does not speak. */
export const translationOf = async (locale: string): Promise<{ locale: string; data: Texts }> => {
  const spoken = await textsIn(locale);
  known.set(locale, spoken);
  const texts = Object.entries(spoken);
  return {
    locale,
    data: Object.fromEntries(texts.map(([key, value]) => [keyInPanel(key), value])),
  };
};
