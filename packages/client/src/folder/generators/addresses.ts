import path from 'node:path';

import { splitDatedName } from './dates';
import { decoded, hasExtension } from './text';

/** A text of the folder with its addresses on the website that a static site generator builds from the folder. */
export interface Addressed {
  file: string;
  /** Address or slug from the front matter. */
  address?: string | undefined;
  /** Former addresses from the front matter. */
  aliases?: string[];
}

/**
 * Matches addresses of pages that generators create themselves, such as lists of tags. No text has such an address.
 */
const LISTS = /(?:^|\/)(?:tags?|categor(?:y|ies)|authors?|page|series)\//i;

/** Normalizes a URL or path for comparison: without host, outer slashes, extension and index file; in lower case. */
export const normalize = (address: string): string =>
  decoded(address)
    .replace(/^[a-z]+:\/\/[^/]+/i, '')
    .replace(/\.(md|mdx|markdown|html?)$/i, '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/(^|\/)_?index$/i, '')
    .toLowerCase();

/**
 * All addresses that a file may have on the website of its static site generator: `a/2019-05-04-b.md` also has `a/b`
 * and `a/2019/05/04/b`.
 */
export const addressesOf = ({ file, address, aliases = [] }: Addressed): string[] => {
  const own = normalize(file);
  const folder = path.posix.dirname(own);
  const dated = splitDatedName(path.posix.basename(own));
  const named = address === undefined || address.includes('/') ? undefined : address;
  return [
    own,
    ...(dated === undefined
      ? []
      : [path.posix.join(folder, dated.rest), path.posix.join(folder, ...dated.day, dated.rest)]),
    ...(named === undefined ? [] : [path.posix.join(folder, normalize(named))]),
    ...[...(address === undefined ? [] : [address]), ...aliases].map(normalize),
  ];
};

/** Number of leading folders that two paths share. */
const nearness = (one: string, other: string): number => {
  const parts = other.split('/');
  const at = one.split('/').findIndex((part, index) => part !== parts[index]);
  return at === -1 ? parts.length : at;
};

/**
 * The file with the most folders in common with a document; undefined if several files have equally many. Translations
 * often have their own folders.
 */
const nearestTo = (document: string, files: ReadonlySet<string>): string | undefined => {
  const [first, second] = [...files]
    .map((file) => ({ file, near: nearness(file, document) }))
    .sort((a, b) => b.near - a.near);
  return first && first.near > (second?.near ?? -1) ? first.file : undefined;
};

/** Suffixes of an address: `a/b/c` has `a/b/c`, `b/c` and `c`. */
const endsOf = (address: string): string[] => {
  const parts = address.split('/');
  return parts.map((_part, at) => parts.slice(at).join('/'));
};

/**
 * Addresses of a text on the website of its static site generator, for redirects: the address from the front matter, or
 * else the address that generators derive from the path of the file; then all former addresses.
 */
export const formerAddresses = ({ file, address, aliases = [] }: Addressed): string[] => {
  const { dir, name } = path.posix.parse(file);
  const post = path.posix.basename(dir) === '_posts' ? splitDatedName(name) : undefined;
  const byPath = post
    ? `${[...post.day, post.rest].join('/')}.html`
    : file.replace(/(^|\/)_?index\.\w+$|\.\w+$/, '$1').replace(/\/?$/, '/');
  const own = address?.includes('/') ? address : byPath;
  return [own, ...aliases].map((one) => `/${one.replace(/^\//, '')}`);
};

/** Whether a link refers to a text by its file name (`../b.md`, `@/a/b.md`). */
const namesText = (url: string): boolean =>
  /^(@\/|(?![a-z][a-z0-9+.-]*:|\/\/)[^?#]*\.(md|mdx|markdown)([?#]|$))/i.test(url);

/**
 * Possible targets of a link, relative to the root folder. Most generators serve `a/c.md` as `a/c/`, so a link `../b/`
 * in this file leads to `a/b`; other generators resolve links relative to the file.
 */
const placesOf = (document: string, link: string): string[] => {
  if (link.startsWith('@/')) return [link.slice(1)];
  if (link.startsWith('/')) return [link];
  const folder = path.posix.dirname(document);
  const byFile = path.posix.join(folder, link);
  return namesText(link) ? [byFile] : [path.posix.join(folder, 'page', link), byFile];
};

/**
 * A link to another text. `file` is undefined if the folder does not contain the text; `fragment` is the `#fragment` of
 * the link.
 */
export interface TextLink {
  file?: string;
  fragment: string;
}

/**
 * Creates a function that finds the target text of a link in a document. A link contains a file name (`../b.md`,
 * `@/a/b.md`) or an address on the website of the static site generator (`/2019/05/04/b.html`, `../b/`).
 * @returns a function that returns undefined for other links: to another host, within the same text, or to a file that
 * is not a text
 */
export const createAddresses = (texts: Addressed[]) => {
  const exact = new Map<string, string>();
  /** Files, keyed by suffixes of their addresses. */
  const byEnd = new Map<string, Set<string>>();
  for (const text of texts) {
    for (const address of addressesOf(text)) {
      if (address === '') continue;
      if (!exact.has(address)) exact.set(address, text.file);
      for (const end of endsOf(address)) {
        byEnd.set(end, (byEnd.get(end) ?? new Set<string>()).add(text.file));
      }
    }
  }

  const find = (document: string, address: string): string | undefined => {
    const found = exact.get(address);
    if (found !== undefined || LISTS.test(address)) return found;
    for (const end of endsOf(address)) {
      const file = nearestTo(document, byEnd.get(end) ?? new Set());
      if (file !== undefined) return file;
    }
    return undefined;
  };

  return (document: string, url: string): TextLink | undefined => {
    const [, plain = '', fragment = ''] = /^([^?#]*)[^#]*(#.*)?$/s.exec(url) ?? [];
    if (plain === '' || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(plain)) return undefined;
    const isPage = /\.html?$/i.test(plain) || !hasExtension(plain) || namesText(plain);
    for (const place of placesOf(document, plain)) {
      const file = find(document, normalize(place));
      // A slug may end like the name of a file: `leaving-example.com`.
      if (file !== undefined) return { file, fragment };
    }
    return isPage ? { fragment } : undefined;
  };
};
