import type { Root, RootContent, Text } from 'mdast';

/** List markers. Alternating them separates adjacent lists. */
export interface ListMarks {
  bullet: '-' | '*';
  bulletOrdered: '.' | ')';
}

/** Parses and prints Markdown: CommonMark with GitHub's tables and strikethrough. */
export interface MarkdownSyntax {
  parse(markdown: string): Root;
  /** Prints nodes with all necessary escapes. */
  print(nodes: RootContent[], marks: ListMarks): string;
  /** Prints texts without escapes: more readable, but may be parsed differently. */
  printRaw(nodes: RootContent[], marks: ListMarks): string;
}

const load = async (): Promise<MarkdownSyntax> => {
  // ES modules: not every Node version that Strapi supports can `require` them.
  const { fromMarkdown } = await import('mdast-util-from-markdown');
  const { toMarkdown } = await import('mdast-util-to-markdown');
  const table = await import('mdast-util-gfm-table');
  const strikethrough = await import('mdast-util-gfm-strikethrough');
  const { gfmTable } = await import('micromark-extension-gfm-table');
  const { gfmStrikethrough } = await import('micromark-extension-gfm-strikethrough');
  const reading = {
    extensions: [gfmTable(), gfmStrikethrough({ singleTilde: false })],
    mdastExtensions: [table.gfmTableFromMarkdown(), strikethrough.gfmStrikethroughFromMarkdown()],
  };
  const print = (nodes: RootContent[], marks: ListMarks, handlers = {}): string =>
    toMarkdown(
      { type: 'root', children: nodes },
      {
        ...marks,
        bulletOther: marks.bullet === '-' ? '*' : '-',
        fences: true,
        rule: '-',
        handlers,
        extensions: [table.gfmTableToMarkdown(), strikethrough.gfmStrikethroughToMarkdown()],
      }
    ).replace(/\n$/, '');

  return {
    parse: (markdown) => fromMarkdown(markdown, reading),
    print: (nodes, marks) => print(nodes, marks),
    printRaw: (nodes, marks) => print(nodes, marks, { text: ({ value }: Text) => value }),
  };
};

let loaded: Promise<MarkdownSyntax> | undefined;

/** Loads the Markdown parser and printer once. */
export const markdownSyntax = (): Promise<MarkdownSyntax> => (loaded ??= load());
