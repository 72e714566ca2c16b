/** A picture or a link of a text. */
export interface Link {
  url: string;
  /** What stands for a picture to those who cannot see it. */
  alt?: string;
  /** Where its address is in the text. */
  start: number;
  /** The offsets at which the whole link begins and ends. */
  from: number;
  to: number;
}

/** A new address, or a text that replaces the whole link. */
export type Change = string | { instead: string };

interface Node {
  type: string;
  url?: string;
  alt?: string | null;
  position?: { start: { offset?: number }; end: { offset?: number } };
  children?: Node[];
}

/** What comes before the address: of a definition, else of a link. */
const BEFORE = { definition: ']:', other: '](' };

const linkOf = (text: string, { type, url, alt, position }: Node): Link[] => {
  const from = position?.start.offset ?? 0;
  const source = text.slice(from, position?.end.offset);
  const before = type === 'definition' ? BEFORE.definition : BEFORE.other;
  const behind = url ? source.lastIndexOf(before) : -1;
  const place = url && behind >= 0 ? source.indexOf(url, behind + before.length) : -1;
  const to = from + source.length;
  return url && place >= 0 ? [{ url, alt: alt ?? undefined, start: from + place, from, to }] : [];
};

/** The pictures and links of a Markdown text that stand in it as they are, in their order. */
export const linksOf = async (text: string): Promise<Link[]> => {
  const { fromMarkdown } = await import('mdast-util-from-markdown');
  const collect = (node: Node): Link[] => [
    ...(['image', 'link', 'definition'].includes(node.type) ? linkOf(text, node) : []),
    ...(node.children ?? []).flatMap(collect),
  ];
  return collect(fromMarkdown(text)).sort((a, b) => a.start - b.start);
};

/** Gives links other addresses, and leaves all else as it is; `undefined` leaves a link. */
export const readdress = async (
  text: string,
  changeOf: (link: Link) => Promise<Change | undefined>
): Promise<string> => {
  let [written, end] = ['', 0];
  for (const link of await linksOf(text)) {
    const change = (await changeOf(link)) ?? link.url;
    const isAddress = typeof change === 'string';
    const [from, to] = isAddress
      ? [link.start, link.start + link.url.length]
      : [link.from, link.to];
    written += text.slice(end, from) + (isAddress ? change : change.instead);
    end = to;
  }
  return written + text.slice(end);
};
