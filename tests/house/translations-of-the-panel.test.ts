import { readFileSync } from 'node:fs';

const LANGUAGES = ['en', 'de', 'fr', 'ar', 'uk'];

/** All lines with a text, as pairs of key and text. A parsed file would hide keys that occur twice. */
const textsOf = (language: string): [key: string, text: string][] => {
  const file = `src/plugins/bot/admin/src/translations/${language}.json`;
  return [...readFileSync(file, 'utf8').matchAll(/^ {2}("[^"]+"): (".*"),?$/gm)].map(
    ([, key = '', text = '']) => [JSON.parse(key) as string, JSON.parse(text) as string]
  );
};

const placeholdersOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name))].sort();

const english = textsOf('en');

test.each(LANGUAGES)('each text of the panel is in %s once, with its placeholders', (language) => {
  const texts = textsOf(language);
  expect(texts.map(([key]) => key)).toEqual(english.map(([key]) => key));
  expect(new Set(texts.map(([key]) => key)).size).toBe(texts.length);
  const translated = new Map(texts);
  const plain = english.filter(([, text]) => !/, (?:plural|select),/.test(text));
  expect(plain.map(([key]) => [key, placeholdersOf(translated.get(key) ?? '')])).toEqual(
    plain.map(([key, text]) => [key, placeholdersOf(text)])
  );
});
