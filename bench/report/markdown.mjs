/** A Markdown table; the first column to the left, numbers to the right. */
export const markdownTable = (head, rows) => {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => String(row[column]).length))
  );
  const line = (cells) =>
    `| ${cells
      .map((cell, column) =>
        column === 0 ? String(cell).padEnd(widths[column]) : String(cell).padStart(widths[column])
      )
      .join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
};
