import { setImmediate } from 'node:timers/promises';

/** An image or a link in a Markdown text. */
export interface Link {
  url: string;
  /** Alternative text of an image; undefined for a link. */
  alt?: string;
  /** Offset and length of the URL in the text. */
  start: number;
  length: number;
  /** Offsets of the start and the end of the complete link. */
  from: number;
  to: number;
}

/** A new URL, or a text that replaces the complete link. */
export type Change = string | { instead: string };

/** The parts of a URL before its first `#`, and from there on; the latter is empty without a `#`. */
export const splitFragment = (url: string): [plain: string, fragment: string] => {
  const at = url.indexOf('#');
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at)];
};

interface Node {
  type: string;
  url?: string;
  alt?: string | null;
  position?: { start: { offset?: number }; end: { offset?: number } };
  children?: Node[];
}

/**
 * Characters that precede the URL of a link: `]:` in a link reference definition, `<` in `<https://example.org>`,
 * otherwise `](`.
 */
const beforeUrl = (type: string, source: string): string => {
  if (type === 'definition') return ']:';
  return source.startsWith('<') ? '<' : '](';
};

/** Source text of a syntax node, and its offset in the whole text. */
const sourceOf = (text: string, { position }: Node): [source: string, from: number] => {
  const from = position?.start.offset ?? 0;
  return [text.slice(from, position?.end.offset), from];
};

const linkOf = (text: string, node: Node): Link[] => {
  const { type, url, alt } = node;
  const [source, from] = sourceOf(text, node);
  const before = beforeUrl(type, source);
  const behind = url ? source.lastIndexOf(before) : -1;
  const place = url && behind >= 0 ? source.indexOf(url, behind + before.length) : -1;
  const to = from + source.length;
  return url && place >= 0
    ? [{ url, alt: alt ?? undefined, start: from + place, length: url.length, from, to }]
    : [];
};

const TAG = /<(?:a|area|audio|img|source|video)\b[^>]*>/gi;
const ADDRESS = /\s(?:src|href|poster)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;
const SOURCES = /\ssrcset\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const SOURCE = /[^\s,]\S*[^\s,]/g;
const ALT = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

/** URLs in the tags of an HTML node (`src`, `href`, `poster`, `srcset`). `offset` is its position in the text. */
const linksInHtml = (html: string, offset: number): Link[] =>
  [...html.matchAll(TAG)].flatMap(({ 0: tag, index }) => {
    const isPicture = /^<img/i.test(tag);
    const [, double, single] = ALT.exec(tag) ?? [];
    const [from, to] = [offset + index, offset + index + tag.length];
    const linkAt = (url: string, start: number): Link => ({
      ...{ url: url.replaceAll('&amp;', '&'), length: url.length, start, from, to },
    });
    const links = [...tag.matchAll(ADDRESS)].map((match): Link => {
      const url = match[1] ?? match[2] ?? match[3] ?? '';
      const link = linkAt(url, from + match.index + match[0].lastIndexOf(url));
      return isPicture ? { ...link, alt: double ?? single ?? '' } : link;
    });
    const sources = SOURCES.exec(tag);
    if (sources === null) return links;
    const list = sources[1] ?? sources[2] ?? '';
    const start = from + sources.index + sources[0].lastIndexOf(list);
    const urls = [...list.matchAll(SOURCE)].filter(([word]) => !/^[\d.]+[wx]$/.test(word));
    return [...links, ...urls.map((match) => linkAt(match[0], start + match.index))];
  });

/** Finds the images and links of a Markdown text, in order. A URL that is escaped in the source is left out. */
export const linksOf = async (text: string): Promise<Link[]> => {
  const { fromMarkdown } = await import('mdast-util-from-markdown');
  // Parsing blocks the process. Answers of the site that arrive meanwhile must be read before their requests time out.
  await setImmediate();
  const collect = (node: Node): Link[] => [
    ...(['image', 'link', 'definition'].includes(node.type) ? linkOf(text, node) : []),
    ...(node.type === 'html' ? linksInHtml(...sourceOf(text, node)) : []),
    ...(node.children ?? []).flatMap(collect),
  ];
  return collect(fromMarkdown(text)).sort((a, b) => a.start - b.start);
};

/** Replaces URLs of links and images in a Markdown text. A link stays unchanged if `changeOf` returns undefined. */
export const readdress = async (
  text: string,
  changeOf: (link: Link) => Promise<Change | undefined>
): Promise<string> => {
  let [written, end] = ['', 0];
  for (const link of await linksOf(text)) {
    // The HTML tag that contains this URL has already been replaced.
    if (link.start < end) continue;
    const change = (await changeOf(link)) ?? text.slice(link.start, link.start + link.length);
    const isAddress = typeof change === 'string';
    const [from, to] = isAddress ? [link.start, link.start + link.length] : [link.from, link.to];
    written += text.slice(end, from) + (isAddress ? change : change.instead);
    end = to;
  }
  return written + text.slice(end);
};
