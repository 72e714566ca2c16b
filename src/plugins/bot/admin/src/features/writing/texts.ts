import { textsOf } from '../../core/texts/texts-of';

import english from './translations/en.json';

export const { text, useText } = textsOf(english);

/** Before the words of CodeMirror's search, which it has in English. */
const PHRASE = 'writing.search.';

/** These words, and what they are in the language of the panel. */
export const usePhrases = (): Record<string, string> => {
  const { say } = useText();
  const keys = (Object.keys(english) as (keyof typeof english)[]).filter((key) =>
    key.startsWith(PHRASE)
  );
  return Object.fromEntries(keys.map((key) => [key.slice(PHRASE.length), say(key)]));
};
