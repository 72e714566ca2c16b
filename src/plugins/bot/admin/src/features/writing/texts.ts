import { textsOf } from '../../core/texts/texts-of';

import english from './translations/en.json';

export const { text, useText } = textsOf(english);

/** The words of CodeMirror's search, which it has in English, by the names of their translations. */
const PHRASES = {
  Find: 'find',
  Replace: 'replace-with',
  next: 'next',
  previous: 'previous',
  all: 'all',
  'match case': 'case',
  regexp: 'expression',
  'by word': 'whole-words',
  replace: 'replace-one',
  'replace all': 'replace-all',
  close: 'close',
  'current match': 'current',
  'on line': 'on-line',
  'replaced match on line $': 'replaced',
  'replaced $ matches': 'replaced-all',
} as const;

export const usePhrases = (): Record<string, string> => {
  const { say } = useText();
  return Object.fromEntries(
    Object.entries(PHRASES).map(([english, name]) => [english, say(`writing.search.${name}`)])
  );
};
