import type { MarkdownIt, StateCore } from 'markdown-it';

const BOX = /^\[([ xX])\]\s/;

/**
 * Renders `- [ ] open` and `- [x] done` as GitHub does, with a disabled checkbox. Needs one pass;
 * `markdown-it-task-lists` returns to the start of the list for each task, which takes ten seconds for 200 KB of tasks.
 */
const markTasks = ({ tokens, Token }: StateCore): void => {
  for (const [index, token] of tokens.entries()) {
    const [item, paragraph] = [tokens[index - 2], tokens[index - 1]];
    if (item?.type !== 'list_item_open' || paragraph?.type !== 'paragraph_open') continue;
    const [first] = token.children ?? [];
    const sign = first?.type === 'text' ? BOX.exec(first.content)?.[1] : undefined;
    if (first === undefined || sign === undefined) continue;
    first.content = first.content.replace(BOX, '');
    item.attrJoin('class', 'task');
    const open = new Token('task_open', 'label', 1);
    const box = new Token('task_box', 'input', 0);
    box.attrs = [
      ['type', 'checkbox'],
      ['disabled', ''],
      ...(sign === ' ' ? [] : [['checked', ''] as [string, string]]),
    ];
    token.children = [open, box, ...(token.children ?? []), new Token('task_close', 'label', -1)];
  }
};

/** Adds task lists to the Markdown parser. */
export const addTasks = (markdown: MarkdownIt): void => {
  markdown.core.ruler.push('tasks', markTasks);
};
