import path from 'node:path';

import type { Publication } from '@fleet-bot/protocol';

import { createAddresses, formerAddresses } from '../generators/addresses';
import type { Text } from '../reading';

import { plansOf } from './plans';

/**
 * Result of resolving a link to another text: the text's public URL, and the reason if the text is missing or not
 * public.
 */
export interface ResolvedLink {
  address?: string | undefined;
  reason?: string | undefined;
}

/**
 * Creates a resolver of links between the texts of a folder. Its URLs are those of existing publications, or the
 * expected ones of new publications.
 * @param pattern URL pattern of the site's publications, with `:slug`
 */
export const createTextLinks = (
  texts: Text[],
  current: Map<string, Publication>,
  pattern: string | undefined
) => {
  const slugs = new Map<string, string | null | undefined>();
  for (const { file, reading, movedFrom } of texts) {
    const there = current.get(file);
    const own = reading.document.slug ?? reading.slugOfFile;
    const slug = there ? (there.draft ?? there).slug : undefined;
    slugs.set(file, movedFrom === undefined ? (slug ?? own) : (own ?? slug));
  }
  const find = createAddresses(
    texts.map(({ file, reading: { address, aliases } }) => ({ file, address, aliases }))
  );
  const isDraft = ({ reading }: Text) => plansOf(reading.document).status === 'draft';
  const drafts = new Set(texts.filter(isDraft).map(({ file }) => file));
  /** Files of texts with links, keyed by the file that they link to. */
  const awaited = new Map<string, Set<string>>();

  const addressOf = (file: string): string | undefined => {
    const slug = slugs.get(file);
    // Values for `:id` and `:locale` are known only for existing publications.
    if (!slug || !pattern || /:(id|locale)\b/.test(pattern))
      return current.get(file)?.url ?? undefined;
    return pattern.replace(':slug', slug);
  };

  return {
    /** Pairs of former address and new URL of a text; none for a draft. */
    redirectsOf: (folder: string, { file, reading: { address, aliases } }: Text) => {
      const to = addressOf(file);
      if (to === undefined || drafts.has(file)) return [];
      const inPosts = path.basename(folder) === '_posts' ? `_posts/${file}` : file;
      return formerAddresses({ file: inPosts, address, aliases }).map(
        (from): [from: string, to: string] => [from, to]
      );
    },

    /** Resolves a link in a text. @returns undefined if the link does not refer to a text */
    resolve: ({ file: document, reading }: Text, url: string): ResolvedLink | undefined => {
      if (reading.isExport) return undefined;
      const link = find(document, url);
      if (link === undefined) return undefined;
      const { file, fragment } = link;
      if (file === undefined) return { reason: 'leads to no text of the folder' };
      awaited.set(file, (awaited.get(file) ?? new Set()).add(document));
      const address = addressOf(file);
      const reason = drafts.has(file) && !drafts.has(document) ? 'leads to a draft' : undefined;
      if (address !== undefined) return { address: address + fragment, reason };
      return {
        reason: slugs.get(file) === null ? 'leads to a text that is not on the site' : reason,
      };
    },

    /** Records the slug of a text, null if it was not imported. @returns files of texts whose links change */
    settle: (file: string, slug: string | null): string[] => {
      if (slugs.get(file) === slug) return [];
      slugs.set(file, slug);
      return [...(awaited.get(file) ?? [])];
    },
  };
};

export type TextLinks = ReturnType<typeof createTextLinks>;
