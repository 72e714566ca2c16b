import { sayNow, textNow } from '../text-now';
import type { TextKey } from '../languages';

/** Files that works use, by their names, and those works; what the server's `LibraryUse` is. */
export interface Use {
  files: string[];
  works: { title: string; isPublished: boolean; how: string[] }[];
}

/** Files and works that are named; of the others is said that there are more. */
const NAMED = 5;

const inWords = (items: string[]): string => {
  const more = items.length > NAMED ? [textNow('library.more')] : [];
  const list = new Intl.ListFormat(document.documentElement.lang, { type: 'conjunction' });
  return list.format([...items.slice(0, NAMED), ...more]);
};

/** Which files are in use, and where. */
export const wordsOf = ({ files, works }: Use): string =>
  sayNow('library.used', {
    files: inWords(files.map((name) => `“${name}”`)),
    works: inWords(
      works.map(({ title, isPublished, how }) =>
        sayNow('library.work', {
          title,
          status: textNow(isPublished ? 'library.published' : 'library.draft'),
          how: how.map((way) => textNow(`library.how.${way}` as TextKey)).join(', '),
        })
      )
    ),
  });
