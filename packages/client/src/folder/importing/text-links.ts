import path from 'node:path';

import type { Publication } from '@fleet-bot/protocol';

import type { ExportRecord } from '../exporting/record';
import { createAddresses, formerAddresses, type TextLink } from '../generators/addresses';
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
 * Creates a function that finds the target text of a link in an export, by the URL that the target had on the exported
 * site. If the importing site has the same URL `pattern`, finds nothing, because these URLs are valid there.
 */
const createExportedLinks = (texts: Text[], pattern: string | undefined, record?: ExportRecord) => {
  const files = new Map<string, string>();
  if (record?.address !== undefined && record.address !== pattern) {
    const { address, texts: ids } = record;
    for (const { file, reading } of texts) {
      const { document, aliases } = reading;
      const own = address.replace(':slug', document.slug ?? '').replace(':id', ids[file] ?? '');
      for (const url of [own, ...aliases]) files.set(new URL(url, address).href, file);
    }
  }
  return (url: string): TextLink | undefined => {
    const [, plain = '', fragment = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
    const file = files.get(plain);
    return file === undefined ? undefined : { file, fragment };
  };
};

/**
 * Creates a resolver of links between the texts of a folder. Its URLs are those of existing publications, or the
 * expected ones of new publications.
 * @param pattern URL pattern of the site's publications, with `:slug`
 * @param record record of the export that wrote the folder
 */
export const createTextLinks = (
  texts: Text[],
  current: Map<string, Publication>,
  pattern: string | undefined,
  record?: ExportRecord
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
  const findExported = createExportedLinks(texts, pattern, record);
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
      const link = reading.isExport ? findExported(url) : find(document, url);
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
