import path from 'node:path';

import { splitDatedName } from './dates';
import { decoded, hasExtension } from './text';

/** A text of the folder as its generator knows it. */
export interface Addressed {
  file: string;
  /** The address in its front matter, a slug alone too. */
  address?: string | undefined;
  /** Former addresses. */
  aliases?: string[];
}

/** Pages that generators make, and that no text is. */
const LISTS = /(?:^|\/)(?:tags?|categor(?:y|ies)|authors?|page|series)\//i;

/** An address or a path without what generators add: slashes around it, extensions, index files. */
export const normalize = (address: string): string =>
  decoded(address)
    .replace(/^[a-z]+:\/\/[^/]+/i, '')
    .replace(/\.(md|mdx|markdown|html?)$/i, '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/(^|\/)_?index$/i, '')
    .toLowerCase();

/** The addresses that a file can have by its path: `a/2019-05-04-b.md` is a/b and 2019/05/04/b too. */
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

/** The number of folders that two paths begin with alike. */
const nearness = (one: string, other: string): number => {
  const parts = other.split('/');
  const at = one.split('/').findIndex((part, index) => part !== parts[index]);
  return at === -1 ? parts.length : at;
};

/** The file that is nearest to a document, as translations of a text are in folders of their own. */
const nearestTo = (document: string, files: ReadonlySet<string>): string | undefined => {
  const [first, second] = [...files]
    .map((file) => ({ file, near: nearness(file, document) }))
    .sort((a, b) => b.near - a.near);
  return first && first.near > (second?.near ?? -1) ? first.file : undefined;
};

const endsOf = (address: string): string[] => {
  const parts = address.split('/');
  return parts.map((_part, at) => parts.slice(at).join('/'));
};

/**
 * The addresses that readers of the generator's site know a text by: the one in its front matter, else the one that
 * generators make from its path, and the former ones.
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

/** True for a link that names a text by its file. */
const namesText = (url: string): boolean =>
  /^(@\/|(?![a-z][a-z0-9+.-]*:|\/\/)[^?#]*\.(md|mdx|markdown)([?#]|$))/i.test(url);

/**
 * The addresses that a link can mean, from the folder. A page is in a folder of its own, so that `../b/` in `a/c.md` is
 * `a/b`; some generators go by the file.
 */
const placesOf = (document: string, link: string): string[] => {
  if (link.startsWith('@/')) return [link.slice(1)];
  if (link.startsWith('/')) return [link];
  const folder = path.posix.dirname(document);
  const byFile = path.posix.join(folder, link);
  return namesText(link) ? [byFile] : [path.posix.join(folder, 'page', link), byFile];
};

/** A link to another text: its file, if the folder has it, and the place in it. */
export interface TextLink {
  file?: string;
  fragment: string;
}

/**
 * Makes a function that finds the text that a link leads to. A link names a text by its file (`../b.md`, `@/a/b.md`), or by
 * its address in the generator (`/2019/05/04/b.html`, `../b/`).
 * @returns a function that returns undefined for a link that leads elsewhere: to another host, to a place in the same
 *   text, to a file that is no text
 */
export const createAddresses = (texts: Addressed[]) => {
  const exact = new Map<string, string>();
  /** Files by the ends of their addresses. */
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
    const isPage = /\.html?$/i.test(plain) || !hasExtension(plain);
    if (!isPage && !namesText(plain)) return undefined;
    for (const place of placesOf(document, plain)) {
      const file = find(document, normalize(place));
      if (file !== undefined) return { file, fragment };
    }
    return { fragment };
  };
};
