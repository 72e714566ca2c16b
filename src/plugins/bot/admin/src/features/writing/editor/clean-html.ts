/** A CSS selector of elements to remove from copied HTML, such as scripts, hidden text and comments of Word. */
const NON_TEXT = [
  'style, script, meta, link, title, template, noscript, xml, svg, button, input:not([type=checkbox])',
  '[style*="mso-hide:all"], [style*="mso-hide: all"], [style*="display:none"], [style*="display: none"]',
  // Google's checkboxes, whose items have the state too; the line above Word's footnotes; comments of Word and
  // LibreOffice.
  'img[aria-roledescription=checkbox], [style*="mso-element:footnote-list"] > hr',
  '[style*="mso-element:comment"], .MsoCommentReference, .MsoCommentText, [class^="msocom"], a[href^="#_msocom"]',
].join(', ');

type Test = (style: CSSStyleDeclaration) => boolean;

const isBold: Test = ({ fontWeight }) => fontWeight === 'bold' || Number(fontWeight) >= 600;

/** HTML elements that Markdown can express, each with a test for the equivalent style. */
const MARKS: readonly [name: string, test: Test][] = [
  ['strong', isBold],
  ['em', ({ fontStyle }) => fontStyle === 'italic' || fontStyle === 'oblique'],
  ['del', (style) => /line-through/.test(`${style.textDecoration} ${style.textDecorationLine}`)],
];

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

/** Replaces an element by one with another tag name and the same content. */
const rename = (element: Element, name: string): Element => {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
};

const all = (html: Document, selector: string): HTMLElement[] => [
  ...html.body.querySelectorAll<HTMLElement>(selector),
];

/**
 * Removes HTML comments and the elements of `NON_TEXT`. Replaces elements of other namespaces, such as Word's `o:p`, by
 * their content.
 */
const removeNonText = (html: Document): void => {
  const comments = html.createTreeWalker(html.body, 0x80);
  const found: Node[] = [];
  while (comments.nextNode()) found.push(comments.currentNode);
  found.forEach((comment) => comment.parentNode?.removeChild(comment));
  all(html, NON_TEXT).forEach((element) => element.remove());
  all(html, '*')
    .filter(({ localName }) => localName.includes(':'))
    .forEach(unwrap);
};

/**
 * Converts styles to marks such as `<strong>`, and removes marks whose style says the opposite, such as Google's `<b>`
 * with normal weight.
 */
const convertStyles = (html: Document): void => {
  for (const element of all(html, 'b, strong, i, em')) {
    const { fontWeight, fontStyle } = element.style;
    const isPlain =
      /^(B|STRONG)$/.test(element.nodeName) && fontWeight !== ''
        ? !isBold(element.style)
        : /^(I|EM)$/.test(element.nodeName) && fontStyle === 'normal';
    if (isPlain) unwrap(element);
  }
  for (const element of all(html, 'span[style], font[style]')) {
    const isHeading = element.closest('h1, h2, h3, h4, h5, h6, th') !== null;
    for (const [name, test] of MARKS) {
      if (!test(element.style) || element.closest(name) || element.closest('pre, code')) continue;
      if (isHeading && name === 'strong') continue;
      const mark = html.createElement(name);
      mark.append(...element.childNodes);
      element.append(mark);
    }
  }
};

const LEVEL = /mso-list:\s*(l\d+)\s+level(\d)/;
const NUMBER = /^\s*(\d+|[A-Za-z]{1,3})[.)]/;
const BULLET = '[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]';

/**
 * Converts paragraphs that Word shows as a list to a list, without the bullets that they contain as text. Numbers of
 * headings stay.
 */
const convertWordLists = (html: Document): void => {
  for (const bullet of all(html, 'h1, h2, h3, h4, h5, h6').flatMap((heading) => [
    ...heading.querySelectorAll(BULLET),
  ])) {
    bullet.textContent = `${(bullet.textContent ?? '').trim()} `;
  }
  let lists: { element: Element; kind: string }[] = [];
  for (const paragraph of all(html, 'p[style*="mso-list"]')) {
    const [, id = '', depth = '0'] = LEVEL.exec(paragraph.getAttribute('style') ?? '') ?? [];
    const level = Number(depth);
    if (level === 0) continue;
    const bullet = paragraph.querySelector(BULLET);
    const [, number] = NUMBER.exec(bullet?.textContent ?? '') ?? [];
    const name = number === undefined ? 'ul' : 'ol';
    bullet?.remove();
    if (paragraph.previousElementSibling !== lists[0]?.element) lists = [];
    // Two lists may be adjacent without a paragraph between them.
    const isOther = lists[level - 1]?.kind !== `${name} ${id}`;
    lists.length = Math.min(lists.length, isOther ? level - 1 : level);
    while (lists.length < level) {
      const element = html.createElement(name);
      if (Number(number) > 1) element.setAttribute('start', String(number));
      const parent = lists.at(-1)?.element.lastElementChild;
      if (parent) parent.append(element);
      else paragraph.before(element);
      lists.push({ element, kind: `${name} ${id}` });
    }
    const item = html.createElement('li');
    item.append(...paragraph.childNodes);
    lists.at(-1)?.element.append(item);
    paragraph.remove();
  }
};

/** Nests lists as HTML requires: Google puts a list directly into a list, and a paragraph into each item. */
const nestLists = (html: Document): void => {
  for (const list of all(html, 'ul > ul, ul > ol, ol > ul, ol > ol')) {
    list.previousElementSibling?.append(list);
  }
  for (const paragraph of all(html, 'li > p')) {
    const others = [...(paragraph.parentElement?.children ?? [])];
    if (others.filter(({ nodeName }) => nodeName === 'P').length === 1) unwrap(paragraph);
  }
};

/** The maximum number of columns that one cell may span. */
const MAX_COLUMNS = 50;

/**
 * Splits merged cells: the first cell keeps the text, the others are empty. All rows then have the same number of
 * cells.
 */
const evenRows = (rows: readonly HTMLTableRowElement[]): void => {
  /** The number of rows that a cell of an earlier row still spans, for each column. */
  const covered: number[] = [];
  const even = rows.map(({ cells, ownerDocument }) => {
    const row: Element[] = [];
    const skip = (): void => {
      for (; (covered[row.length] ?? 0) > 0; row.push(ownerDocument.createElement('td'))) {
        covered[row.length] = (covered[row.length] ?? 1) - 1;
      }
    };
    for (const cell of cells) {
      skip();
      for (let column = 0; column < Math.min(cell.colSpan, MAX_COLUMNS); column += 1) {
        covered[row.length] = cell.rowSpan - 1;
        row.push(column === 0 ? cell : ownerDocument.createElement('td'));
      }
      cell.removeAttribute('colspan');
    }
    skip();
    return row;
  });
  const width = even.reduce((widest, { length }) => Math.max(widest, length), 0);
  even.forEach((cells, index) => {
    const row = rows[index];
    while (row && cells.length < width) cells.push(row.ownerDocument.createElement('td'));
    row?.replaceChildren(...cells);
  });
};

const BLOCKS = 'p, div, ul, ol, li, dl, dt, dd, blockquote, pre, h1, h2, h3, h4, h5, h6';

/** Adapts tables to Markdown: a header row, and one line in each cell. */
const flattenTables = (html: Document): void => {
  for (const table of all(html, 'table')) {
    const rows = [...table.querySelectorAll('tr')];
    const isLayout =
      table.querySelector('table') !== null || rows.every((row) => row.cells.length < 2);
    if (isLayout) {
      table.querySelectorAll('td, th').forEach((cell) => rename(cell, 'div'));
      continue;
    }
    table.querySelectorAll('caption, colgroup, col, hr').forEach((element) => element.remove());
    table.querySelectorAll('br').forEach((line) => line.replaceWith(' '));
    for (const block of table.querySelectorAll(`:is(td, th) :is(${BLOCKS})`)) {
      block.append(' ');
      unwrap(block);
    }
    evenRows(rows);
    const [head] = rows;
    if (head) [...head.cells].forEach((cell) => cell.nodeName === 'TD' && rename(cell, 'th'));
  }
};

const RAISED = ['0123456789+-=()n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ'];
const LOWERED = ['0123456789+-=()n', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ'];

/** Converts superscript and subscript numbers to Unicode characters. Markdown has no marks for them. */
const convertRaisedNumbers = (html: Document): void => {
  for (const [selector, [plain = '', off = '']] of [
    ['sup, span[style*="vertical-align:super"]', RAISED],
    ['sub, span[style*="vertical-align:sub"]', LOWERED],
  ] as const) {
    for (const element of all(html, selector)) {
      const characters = [...(element.textContent ?? '')];
      if (element.querySelector('a') || !characters.every((one) => plain.includes(one))) continue;
      element.textContent = characters.map((one) => off[plain.indexOf(one)]).join('');
    }
  }
};

/**
 * Gives blocks the elements that Turndown expects: `<code>` in `<pre>`, `<input>` for a checkbox, `<blockquote>` for a
 * quote.
 */
const normalizeBlocks = (html: Document): void => {
  for (const block of all(html, 'pre')) {
    if (block.firstElementChild?.nodeName === 'CODE') continue;
    block.querySelectorAll('br').forEach((line) => line.replaceWith('\n'));
    const code = html.createElement('code');
    code.textContent = block.textContent;
    block.replaceChildren(code);
  }
  for (const item of all(html, 'li[role=checkbox]')) {
    const box = html.createElement('input');
    box.type = 'checkbox';
    box.checked = item.getAttribute('aria-checked') === 'true';
    item.removeAttribute('role');
    item.prepend(box);
  }
  all(html, 'p.MsoTitle').forEach((title) => rename(title, 'h1'));
  all(html, 'p.MsoQuote, p.MsoIntenseQuote').forEach((quote) => rename(quote, 'blockquote'));
};

/** Matches links to a footnote of Word or LibreOffice, and links back to the text. */
export const NOTE = /^#(?:_ftn(ref)?|sdfootnote)(\d+)(sym|anc)?$/;

const REDIRECT = /^https:\/\/www\.google\.com\/url\?/;

const cleanLinks = (html: Document): void => {
  for (const link of all(html, 'a')) {
    const address = link.getAttribute('href') ?? '';
    if (!/^(https?:|mailto:|\/)/.test(address) && !NOTE.test(address)) unwrap(link);
    else if (REDIRECT.test(address)) {
      link.setAttribute('href', new URL(address).searchParams.get('q') ?? address);
    }
  }
  // Images with addresses of the user's own computer cannot be shown on a page.
  all(html, 'img:not([src^="http"]):not([src^="/"])').forEach((picture) => picture.remove());
};

/** Reduces copied HTML to what Markdown can express. */
export const cleanHtml = (html: Document): void => {
  removeNonText(html);
  normalizeBlocks(html);
  convertWordLists(html);
  convertStyles(html);
  convertRaisedNumbers(html);
  nestLists(html);
  flattenTables(html);
  cleanLinks(html);
  all(html, 'h1 b, h1 strong, h2 b, h2 strong, h3 b, h3 strong, th b, th strong').forEach(unwrap);
};
