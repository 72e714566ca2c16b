import type { EditorState } from '@codemirror/state';
import type { Command, EditorView, KeyBinding } from '@codemirror/view';

/** A table in the text. `rows` includes the row `|---|` under the header, which sets the alignment. */
interface Table {
  from: number;
  to: number;
  rows: string[][];
  row: number;
  column: number;
}

const ALIGNMENT = 1;
const DELIMITER = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

/** Splits a line into cells. A `|` after a backslash belongs to its cell. */
const cellsOf = (line: string): string[] => {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
};

/** The table at the cursor; undefined outside of tables. */
const tableAt = ({ doc, selection }: EditorState): Table | undefined => {
  const { head } = selection.main;
  const here = doc.lineAt(head);
  const isRow = (number: number): boolean =>
    number >= 1 && number <= doc.lines && doc.line(number).text.includes('|');
  if (!isRow(here.number)) return undefined;
  let [first, last] = [here.number, here.number];
  while (isRow(first - 1)) first -= 1;
  while (isRow(last + 1)) last += 1;
  if (first === last || !DELIMITER.test(doc.line(first + ALIGNMENT).text)) return undefined;
  const lines = Array.from({ length: last - first + 1 }, (_, index) => doc.line(first + index));
  const before = here.text.slice(0, head - here.from).replace(/^\s*\|/, '');
  return {
    from: doc.line(first).from,
    to: doc.line(last).to,
    rows: lines.map(({ text }) => cellsOf(text)),
    row: here.number - first,
    column: before.split(/(?<!\\)\|/).length - 1,
  };
};

const padded = (cell: string, width: number, row: number): string => {
  if (row !== ALIGNMENT) return cell.padEnd(width);
  const [start, end] = [cell.startsWith(':') ? ':' : '', cell.endsWith(':') ? ':' : ''];
  return `${start}${'-'.repeat(Math.max(3, width - start.length - end.length))}${end}`;
};

/** Rewrites a table with aligned columns, and puts the cursor into one of its cells. */
const write = (view: EditorView, { from, to, rows }: Table, row: number, column: number): void => {
  const columns = Math.max(...rows.map((cells) => cells.length));
  const widths = Array.from({ length: columns }, (_, index) =>
    Math.max(3, ...rows.map((cells, at) => (at === ALIGNMENT ? 3 : (cells[index] ?? '').length)))
  );
  const lines = rows.map(
    (cells, at) => `| ${widths.map((width, i) => padded(cells[i] ?? '', width, at)).join(' | ')} |`
  );
  const before = lines.slice(0, row).reduce((length, line) => length + line.length + 1, 0);
  const inLine = widths.slice(0, column).reduce((length, width) => length + width + 3, 2);
  const start = from + before + inLine;
  view.dispatch({
    changes: { from, to, insert: lines.join('\n') },
    selection: { anchor: start, head: start + (rows[row]?.[column] ?? '').length },
    scrollIntoView: true,
    userEvent: 'input',
  });
};

/** Inserts an empty table with two columns below the line of the cursor. */
export const insertTable: Command = (view) => {
  const { doc, selection } = view.state;
  const line = doc.lineAt(selection.main.to);
  const before = line.text.trim() === '' ? '' : '\n\n';
  view.dispatch({ changes: { from: line.to, insert: `${before}\n\n` } });
  const from = line.to + before.length;
  const rows = [
    ['', ''],
    ['---', '---'],
    ['', ''],
  ];
  write(view, { from, to: from, rows, row: 0, column: 0 }, 0, 0);
  return true;
};

const emptyRow = ({ rows }: Table): string[] => (rows[0] ?? []).map(() => '');

const CHANGES = {
  'row-below'(table: Table): [number, number] {
    const row = Math.max(table.row, ALIGNMENT) + 1;
    table.rows.splice(row, 0, emptyRow(table));
    return [row, 0];
  },
  'column-after'(table: Table): [number, number] {
    const column = table.column + 1;
    table.rows.forEach((cells, at) => cells.splice(column, 0, at === ALIGNMENT ? '---' : ''));
    return [0, column];
  },
  'delete-row'(table: Table): [number, number] {
    if (table.row > ALIGNMENT) table.rows.splice(table.row, 1);
    return [Math.min(table.row, table.rows.length - 1), 0];
  },
  'delete-column'(table: Table): [number, number] {
    const { rows, column } = table;
    if ((rows[0]?.length ?? 0) > 1) rows.forEach((cells) => cells.splice(column, 1));
    return [0, Math.max(0, column - 1)];
  },
};

/** Creates a command that changes the table at the cursor. It does nothing outside of tables. */
export const changeTable =
  (how: keyof typeof CHANGES): Command =>
  (view) => {
    const table = tableAt(view.state);
    if (table === undefined) return false;
    write(view, table, ...CHANGES[how](table));
    return true;
  };

/** Moves the cursor to the next or previous cell. After the last cell it adds a row. */
const move =
  (step: 1 | -1): Command =>
  (view) => {
    const table = tableAt(view.state);
    if (table === undefined) return false;
    const columns = table.rows[0]?.length ?? 1;
    let cell = table.row * columns + table.column + step;
    if (Math.floor(cell / columns) === ALIGNMENT) cell += step * columns;
    if (cell < 0) return false;
    const row = Math.floor(cell / columns);
    if (row >= table.rows.length) table.rows.push(emptyRow(table));
    write(view, table, row, cell % columns);
    return true;
  };

/** Tab moves between cells. After Escape, Tab leaves the text, as CodeMirror defines. */
export const tableKeys: readonly KeyBinding[] = [{ key: 'Tab', run: move(1), shift: move(-1) }];
