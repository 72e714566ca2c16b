import { changeProse } from './text';

const ATTRIBUTE = String.raw`(?:\.[a-zA-Z][\w-]*|#\w[\w:.-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[\w-]+))`;
/** Matches attributes of kramdown, Hugo, Zola and Docusaurus: `{#id}`, `{: .class}`, `{target="_blank"}`. */
const ATTRIBUTES = new RegExp(
  String.raw`[ \t]*(?<!\{)\{:?[ \t]*(${ATTRIBUTE}(?:[ \t]+${ATTRIBUTE})*)[ \t]*\}(?!\})`,
  'g'
);
/** Matches a heading with its id in a comment in braces, the syntax for heading ids in MDX. */
const MDX_ID = /^(#{1,6} .*?)\{\/\*\s*([\w-]+)\s*\*\/\}[ \t]*$/gm;
const OPTIONS = /[ \t]*\{:[ \t]*(?:\/\w*|toc|\.?no_toc)[ \t]*\}/g;
/**
 * Matches lines that static site generators replace by a table of contents. The site adds its own table of contents to
 * pages.
 */
const CONTENTS =
  /^(?:[*+-]|1\.)[ \t].*\r?\n\{:[ \t]*toc\b[^}\n]*\}|^(?:\[\[_?toc_?\]\]|\[toc\]|\$\{toc\})[ \t]*$/gim;
/** Matches the first and the last line of a box of Docusaurus or VuePress: `:::note Title`, `:::note[Title]`. */
const BOX = /^([ \t]*):{3,}[ \t]*([a-z-]*)[ \t]*(?:\[(.*)\]|(.*?))[ \t]*$/gim;
/** Matches the first line of an alert of GitHub or a callout of Obsidian: `> [!NOTE]`. */
const ALERT = /^([ \t>]*>)[ \t]*\[!(\w+)\][+-]?[ \t]*(.*?)[ \t]*$/gm;

const NAMED_BOX = /^(?:note|tip|info|success|warning|caution|danger|important|details)$/i;

const anchor = (id: string): string => ` <a id="${id}"></a>`;

const inBold = (kind: string, title = ''): string =>
  `**${title || kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase()}**`;

const changeExtensions = (prose: string): string =>
  prose
    .replace(CONTENTS, '')
    .replace(OPTIONS, '')
    .replace(MDX_ID, (_all, heading: string, id: string) => heading.trimEnd() + anchor(id))
    .replace(ATTRIBUTES, (_all, attributes: string) => {
      const id = /(?:^|\s)#([\w:.-]+)/.exec(attributes)?.[1];
      return id === undefined ? '' : anchor(id);
    })
    .replace(BOX, (_all, indent: string, kind: string, inBrackets?: string, title?: string) =>
      NAMED_BOX.test(kind) ? `${indent + inBold(kind, inBrackets ?? title)}\n` : ''
    )
    .replace(
      ALERT,
      (_all, quote: string, kind: string, title: string) =>
        `${quote} ${inBold(kind, title)}\n${quote}`
    );

/**
 * Replaces Markdown extensions of generators that the site would show as text: ids of headings become anchors, and
 * titles of boxes become bold lines. Removes classes and tables of contents.
 */
export const withoutExtensions = (text: string): string => changeProse(text, changeExtensions);
