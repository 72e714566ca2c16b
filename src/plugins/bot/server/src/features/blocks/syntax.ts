import type { Root, RootContent, Text } from 'mdast';

/** How lists that follow on each other are told apart. */
export interface ListMarks {
  bullet: '-' | '*';
  bulletOrdered: '.' | ')';
}

/** Reads and writes Markdown: CommonMark with the tables and the strikethrough of GitHub. */
export interface MarkdownSyntax {
  parse(markdown: string): Root;
  /** Writes nodes so that their texts are read as texts again. */
  print(nodes: RootContent[], marks: ListMarks): string;
  /** Writes texts as they are, which people rather read, and which may be read as something else. */
  printRaw(nodes: RootContent[], marks: ListMarks): string;
}

const load = async (): Promise<MarkdownSyntax> => {
  // ES modules, which a CommonJS module cannot require on each Node that Strapi runs on.
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

export const markdownSyntax = (): Promise<MarkdownSyntax> => (loaded ??= load());
