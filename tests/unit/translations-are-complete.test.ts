import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { isPluralElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** Languages of the panel's texts besides English. */
const OTHERS = ['ar', 'de', 'fr', 'uk'];

const ADMIN = path.resolve(__dirname, '../../src/plugins/bot/admin/src');

const textsIn = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(ADMIN, 'translations', `${language}.json`), 'utf8')) as Record<
    string,
    string
  >;

/** Names of the placeholders in a text. @throws if the panel could not parse the text */
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

/** Keys of texts that replace Strapi's own, or that the panel looks up by the server's messages. */
const OF_THE_PANEL = /^(apiError|app|global)\./;

test.each(OTHERS)('the texts are all there in %s, with the same values', (language) => {
  const filledIn = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, argumentsOf(text)]));
  expect(filledIn(textsIn(language))).toEqual(filledIn(textsIn('en')));
  expect(Object.values(textsIn(language))).not.toContain('');
});

test('each text is used somewhere', () => {
  const source = readdirSync(ADMIN, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(ADMIN, file), 'utf8'))
    .join('\n');
  const inParts = [
    ...[...source.matchAll(/`([a-z.-]+\.)\$\{/g)].map(([, group]) => group ?? ''),
    ...[...source.matchAll(/\bt(?:Of|All)\(\s*[`']([a-z.-]+)/g)].map(([, group]) => `${group}.`),
  ].filter((group) => group.length > 1);
  const unused = Object.keys(textsIn('en')).filter(
    (key) =>
      !OF_THE_PANEL.test(key) &&
      !source.includes(`'${key}'`) &&
      !inParts.some((group) => key.startsWith(group))
  );
  expect(unused).toEqual([]);
});
