import { EditorSelection, type ChangeSpec, type EditorState, type Line } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';

import { changeTable, insertTable } from './tables';

/** The selected range without spaces at its ends, or the word at the cursor. */
const wordsAt = (state: EditorState, from: number, to: number): [number, number] => {
  const text = state.sliceDoc(from, to);
  const word = state.wordAt(from);
  return text.trim() === ''
    ? [word?.from ?? from, word?.to ?? from]
    : [from + text.search(/\S/), from + text.trimEnd().length];
};

/** Adds marks around the selection, or removes them. */
const toggleMark =
  (open: string, close = open): Command =>
  (view) => {
    const { state } = view;
    const changes = state.changeByRange((range) => {
      const [from, to] = wordsAt(state, range.from, range.to);
      const inside = state.sliceDoc(from, to);
      const outside = state.sliceDoc(from - open.length, to + close.length);
      if (outside === `${open}${inside}${close}` && from >= open.length) {
        return {
          changes: [
            { from: from - open.length, to: from },
            { from: to, to: to + close.length },
          ],
          range: EditorSelection.range(from - open.length, to - open.length),
        };
      }
      if (inside.length > open.length + close.length - 1) {
        if (inside.startsWith(open) && inside.endsWith(close)) {
          return {
            changes: { from, to, insert: inside.slice(open.length, -close.length) },
            range: EditorSelection.range(from, to - open.length - close.length),
          };
        }
      }
      return {
        changes: [
          { from, insert: open },
          { from: to, insert: close },
        ],
        range: EditorSelection.range(from + open.length, to + open.length),
      };
    });
    view.dispatch(state.update(changes, { scrollIntoView: true, userEvent: 'input' }));
    return true;
  };

const selectedLines = ({ doc, selection }: EditorState): Line[] => {
  const [first, last] = [doc.lineAt(selection.main.from), doc.lineAt(selection.main.to)];
  return Array.from({ length: last.number - first.number + 1 }, (_, index) =>
    doc.line(first.number + index)
  );
};

const change = (view: EditorView, changes: ChangeSpec[]): boolean => {
  view.dispatch({ changes, scrollIntoView: true, userEvent: 'input' });
  return true;
};

/** Matches the beginning of a line in a list, a quote or a heading. */
const BEGINNING = /^(\s*)(?:#{1,6}\s+|[-*+]\s+\[[ xX]\]\s+|[-*+]\s+|\d+[.)]\s+|>\s?)?/;

/** Adds a prefix such as `> ` to all selected lines, or removes the prefix if all have it. */
const toggleBeginning =
  (has: RegExp, beginning: (index: number) => string): Command =>
  (view) => {
    const all = selectedLines(view.state);
    const lines = all.length > 1 ? all.filter(({ text }) => text.trim() !== '') : all;
    const areAll = lines.every(({ text }) => has.test(text));
    const changes = lines.map(({ from, text }, index) => {
      const [matched = '', indent = ''] = BEGINNING.exec(text) ?? [];
      const insert = areAll ? indent : `${indent}${beginning(index)}`;
      return { from, to: from + matched.length, insert };
    });
    return change(view, changes);
  };

const heading = (level: number): Command =>
  toggleBeginning(new RegExp(`^#{${level}} `), () => `${'#'.repeat(level)} `);

const codeBlock: Command = (view) => {
  const lines = selectedLines(view.state);
  const [first, last] = [lines[0], lines.at(-1)];
  return change(view, [
    { from: first?.from ?? 0, insert: '```\n' },
    { from: last?.to ?? 0, insert: '\n```' },
  ]);
};

/** Inserts a block below the line of the cursor, with a blank line on each side. */
export const insertBlock = (view: EditorView, block: string): boolean => {
  const { doc, selection } = view.state;
  const line = doc.lineAt(selection.main.to);
  const isBlank = line.text.trim() === '';
  const before = isBlank ? '' : '\n\n';
  const insert = `${before}${block}\n\n`;
  const at = isBlank ? line.from : line.to;
  const anchor = at + insert.length;
  view.dispatch({ changes: { from: at, insert }, selection: { anchor }, scrollIntoView: true });
  return true;
};

/** Commands of the toolbar and the keyboard that change the text. */
export const COMMANDS = {
  bold: toggleMark('**'),
  italic: toggleMark('_'),
  strikethrough: toggleMark('~~'),
  underline: toggleMark('<u>', '</u>'),
  code: toggleMark('`'),
  'heading-1': heading(1),
  'heading-2': heading(2),
  'heading-3': heading(3),
  'heading-4': heading(4),
  paragraph: toggleBeginning(/^(?!)/, () => ''),
  bullets: toggleBeginning(/^\s*[-*+] (?!\[[ xX]\] )/, () => '- '),
  numbers: toggleBeginning(/^\s*\d+[.)] /, (index) => `${index + 1}. `),
  tasks: toggleBeginning(/^\s*[-*+] \[[ xX]\] /, () => '- [ ] '),
  quote: toggleBeginning(/^\s*>/, () => '> '),
  'code-block': codeBlock,
  rule: (view) => insertBlock(view, '---'),
  table: insertTable,
  'row-below': changeTable('row-below'),
  'column-after': changeTable('column-after'),
  'delete-row': changeTable('delete-row'),
  'delete-column': changeTable('delete-column'),
} satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;
