import path from 'node:path';

import type { Publication } from '@fleet-bot/protocol';

import { createAddresses, formerAddresses } from '../generators/addresses';
import type { Text } from '../reading';

import { plansOf } from './plans';

/** A link to a text: its public address, or the reason why there is none. */
export interface ResolvedLink {
  address?: string | undefined;
  reason?: string | undefined;
}

/**
 * Knows the public addresses that the texts of a folder have on the site: the one of the publication, or the one that a new
 * publication will have.
 * @param pattern the site's address of a publication, with `:slug` in it
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
  /** Files whose slug was unknown or another one when a text with a link to them was written, with these texts. */
  const awaited = new Map<string, Set<string>>();

  const addressOf = (file: string): string | undefined => {
    const slug = slugs.get(file);
    // The other parts of a pattern are known of what is there only.
    if (!slug || !pattern || /:(id|locale)\b/.test(pattern))
      return current.get(file)?.url ?? undefined;
    return pattern.replace(':slug', slug);
  };

  return {
    /** Former addresses of a text that is no draft, with the address that it has now. */
    redirectsOf: (folder: string, { file, reading: { address, aliases } }: Text) => {
      const to = addressOf(file);
      if (to === undefined || drafts.has(file)) return [];
      const inPosts = path.basename(folder) === '_posts' ? `_posts/${file}` : file;
      return formerAddresses({ file: inPosts, address, aliases }).map(
        (from): [from: string, to: string] => [from, to]
      );
    },

    /** @returns undefined for a link that leads elsewhere */
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

    /** Notes the slug of a new publication, null for a text that was not imported. @returns the texts whose links it changes */
    settle: (file: string, slug: string | null): string[] => {
      if (slugs.get(file) === slug) return [];
      slugs.set(file, slug);
      return [...(awaited.get(file) ?? [])];
    },
  };
};

export type TextLinks = ReturnType<typeof createTextLinks>;
