import path from 'node:path';

import type { Publication } from '@fleet-bot/protocol';

import type { Client } from '../../client';
import { AT_ONCE, inParallel } from '../../parallel';
import type { Tagged } from '../../resources/publications';
import { addressesOf, normalize } from '../generators/addresses';
import { nameInWords } from '../generators/text';
import { readdress } from '../links';
import { withContent, type Listed } from '../listing';
import type { Text } from '../reading';

import { lastPartOf } from './current';

/** A renamed text: its publication still has the externalId of the former file. */
export interface Moved {
  text: Text;
  publication: Tagged<Publication>;
}

interface Candidate {
  item: Listed;
  /** Path of the file that the publication was imported from. */
  file: string;
}

/** Whether `aliases` of a text contain the former file of a publication, or its URL on the site. */
const isNamedBy = ({ reading: { aliases } }: Text, { item, file }: Candidate): boolean => {
  const former = new Set(addressesOf({ file }));
  const slug = item.url === null ? undefined : lastPartOf(item.url);
  return aliases
    .map(normalize)
    .some((alias) => former.has(alias) || path.posix.basename(alias) === slug?.toLowerCase());
};

const hasTitleOf = ({ reading: { document } }: Text, { item, file }: Candidate): boolean =>
  [document.title, nameInWords(file)].includes(item.title);

/** Markdown text without URLs, because an import replaces URLs by those of the site. */
const wordsOf = async (text: string | null): Promise<string> =>
  (await readdress(text ?? '', () => Promise.resolve(''))).trim();

const hasContentOf = async (text: Text, publication: Publication): Promise<boolean> => {
  const { body } = publication.draft ?? publication;
  return (await wordsOf(body)) === (await wordsOf(text.reading.document.body));
};

/**
 * Finds the publications of renamed files: `aliases` contain the former file or URL, or title and text are the same.
 * Ambiguous matches are left out: several publications for one text, or several texts for one publication.
 * @param texts texts without a publication
 * @param missing publications of the folder without a text
 */
export const findMoved = async (
  client: Client,
  texts: Text[],
  { missing, prefix }: { missing: Listed[]; prefix: string }
): Promise<Moved[]> => {
  const candidates = missing.map((item): Candidate => ({
    item,
    file: String(item.externalId).slice(prefix.length),
  }));
  const matches = await inParallel(texts, AT_ONCE, async (text): Promise<Moved[]> => {
    const named = candidates.filter((candidate) => isNamedBy(text, candidate));
    const alike = named.length > 0 ? named : candidates.filter((one) => hasTitleOf(text, one));
    const found: Moved[] = [];
    for (const { item } of alike) {
      const publication = await withContent(client, item);
      if (publication && (named.length > 0 || (await hasContentOf(text, publication)))) {
        found.push({ text, publication });
      }
    }
    return found;
  });
  const claims = matches.flat().map(({ publication }) => publication.id);
  const isOnly = ({ publication: { id } }: Moved) =>
    claims.filter((one) => one === id).length === 1;
  return matches.flatMap((found) => (found.length === 1 ? found.filter(isOnly) : []));
};
