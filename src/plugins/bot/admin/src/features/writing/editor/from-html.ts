import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';

import { cleanHtml, NOTE } from './clean-html';

const turndown = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '_',
});
turndown.use(gfm);
// Markdown has no mark for underlined text, and the site renders `<u>`.
turndown.addRule('underline', {
  filter: ['u'],
  replacement: (content) => (content.includes('<') ? content : `<u>${content}</u>`),
});
turndown.addRule('note', {
  filter: (node) => NOTE.test(node.getAttribute('href') ?? ''),
  replacement(_content, node) {
    const [, back, number, end] = NOTE.exec(node.getAttribute('href') ?? '') ?? [];
    return back || end === 'anc' ? `[^${number}]: ` : `[^${number}]`;
  },
});
// The toolbar also writes one space after the mark of a list.
turndown.addRule('item', {
  filter: 'li',
  replacement(content, node, { bulletListMarker }) {
    const parent = node.parentNode as HTMLElement | null;
    const start = Number(parent?.getAttribute('start') ?? 1);
    const place = Array.from(parent?.children ?? []).indexOf(node);
    const mark = parent?.nodeName === 'OL' ? `${start + place}. ` : `${bulletListMarker} `;
    const text = content.trim().replaceAll('\n', `\n${' '.repeat(mark.length)}`);
    return `${mark}${text}${node.nextSibling ? '\n' : ''}`;
  },
});

/**
 * Converts HTML copied from a web page, Word or Google Docs to Markdown.
 * @param html the document from the clipboard; cleaned in place
 */
export const markdownFromHtml = (html: Document): string => {
  cleanHtml(html);
  return turndown
    .turndown(html.body)
    .replaceAll('\u00a0', ' ')
    .replace(/^(\[\^\d+\]:) +/gm, '$1 ')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};
