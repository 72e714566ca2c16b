import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { isPluralElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** The languages that the panel's parts of the plugin speak besides English. */
const OTHERS = ['ar', 'de', 'fr', 'uk'];

const FOLDER = path.resolve(__dirname, '../../src/plugins/bot/admin/src');

const folders = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter(({ name }) => name === 'en.json')
  .map(({ parentPath }) => parentPath);

const textsOf = (folder: string, language: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(folder, `${language}.json`), 'utf8')) as Record<string, string>;

/** The names of what a text is filled in with. @throws if the panel could not read the text */
const argumentsOf = (text: string): string[] => {
  const names = (elements: MessageFormatElement[]): string[] =>
    elements.flatMap((element) => {
      if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
      const inner =
        isPluralElement(element) || element.type === TYPE.select
          ? Object.values(element.options).flatMap(({ value }) => names(value))
          : [];
      return [element.value, ...inner];
    });
  return [...new Set(names(parse(text)))].sort();
};

const cases = folders.flatMap((folder) =>
  OTHERS.map((language) => [path.relative(FOLDER, folder) || '.', language, folder] as const)
);

test('there is English to translate', () => {
  expect(folders.length).toBeGreaterThan(0);
});

test.each(cases)(
  'the texts of %s are all there in %s, with the same values',
  (_name, language, folder) => {
    const filledIn = (texts: Record<string, string>) =>
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, argumentsOf(text)]));
    expect(filledIn(textsOf(folder, language))).toEqual(filledIn(textsOf(folder, 'en')));
    expect(Object.values(textsOf(folder, language))).not.toContain('');
  }
);
