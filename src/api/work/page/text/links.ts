import type { MarkdownIt } from 'markdown-it';

import type { Heading } from './headings';
import { ID_PREFIX } from './html/elements';
import { attribute, renderingOf, type Rendering } from './rendering';

/**
 * Letters and digits of a name, without accents and in lower case. Heading ids of static site generators differ only in
 * the characters between letters and digits.
 */
const lettersOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

/**
 * Creates a map from names in links within a text to ids of the text. If several headings have the same letters, links
 * lead to the first heading.
 */
export const linkTargets = (headings: readonly Heading[], ids: readonly string[]) => {
  const similar = headings.flatMap(({ id, text }) =>
    [id, text, text.replace(/^[^\p{L}]+/u, '')].map((name) => [lettersOf(name), id] as const)
  );
  const all = [...ids, ...headings.map(({ id }) => id)];
  return new Map([...similar.reverse(), ...all.map((id) => [id, id] as const)]);
};

/**
 * Finds the id that a link `#name` within a text means, even if case, punctuation or prefix of the name differ. Returns
 * the name unchanged if no id matches.
 */
const nameMeant = (written: string, names: ReadonlyMap<string, string>): string => {
  let decoded = written;
  try {
    decoded = decodeURIComponent(written);
  } catch {
    // The percent sign is literal, not an escape.
  }
  const bare = decoded.startsWith(ID_PREFIX) ? decoded.slice(ID_PREFIX.length) : decoded;
  const candidates = [decoded, bare, `${ID_PREFIX}${bare}`, bare.toLowerCase(), lettersOf(bare)];
  return candidates.map((name) => names.get(name)).find(Boolean) ?? written;
};

const referenceOf = (href: string, { address, names, readFrom }: Rendering): string => {
  const own = href.startsWith('#') ? `#${nameMeant(href.slice(1), names)}` : href;
  const isPlace = href.startsWith('/') && !href.startsWith('//');
  const target = isPlace ? address.resolve(href) : null;
  if (target) return address.reference(target);
  return readFrom !== undefined && URL.canParse(own, readFrom) ? new URL(own, readFrom).href : own;
};

/** Adds the rules for links: resolves their targets, and marks links to other sites as `nofollow`. */
export const renderLinks = (markdown: MarkdownIt): void => {
  markdown.renderer.rules.link_open = (tokens, index, options, env, renderer) => {
    const token = tokens[index];
    const text = renderingOf(env);
    const href = attribute(token, 'href');
    const target = text.address.resolve(href);
    token?.attrSet('href', referenceOf(href, text));
    // The site does not endorse pages that its works link to.
    if (target && !text.address.isOwn(target)) token?.attrSet('rel', 'nofollow noopener');
    text.isInsideLink = true;
    return renderer.renderToken(tokens, index, options);
  };
  markdown.renderer.rules.link_close = (_tokens, _index, _options, env) => {
    renderingOf(env).isInsideLink = false;
    return '</a>';
  };
};
