/** What no text is made of; `o:p` and the like are Word's. */
const NO_TEXT = [
  'style, script, meta, link, title, template, noscript, xml, svg, button, input:not([type=checkbox])',
  '[style*="mso-hide:all"], [style*="mso-hide: all"], [style*="display:none"], [style*="display: none"]',
  // Google's boxes, which its items tell too; the line above Word's notes; comments of Word and LibreOffice.
  'img[aria-roledescription=checkbox], [style*="mso-element:footnote-list"] > hr',
  '[style*="mso-element:comment"], .MsoCommentReference, .MsoCommentText, [class^="msocom"], a[href^="#_msocom"]',
].join(', ');

type Test = (style: CSSStyleDeclaration) => boolean;

const isBold: Test = ({ fontWeight }) => fontWeight === 'bold' || Number(fontWeight) >= 600;

/** Styles that are marks in Markdown. */
const MARKS: readonly [name: string, test: Test][] = [
  ['strong', isBold],
  ['em', ({ fontStyle }) => fontStyle === 'italic' || fontStyle === 'oblique'],
  ['del', (style) => /line-through/.test(`${style.textDecoration} ${style.textDecorationLine}`)],
];

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

/** Replaces an element by one of another name around the same content. */
const rename = (element: Element, name: string): Element => {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
};

const all = (html: Document, selector: string): HTMLElement[] => [
  ...html.body.querySelectorAll<HTMLElement>(selector),
];

/** Comments of HTML are Word's conditions; other spaces of names are its own elements. */
const removeWords = (html: Document): void => {
  const comments = html.createTreeWalker(html.body, 0x80);
  const found: Node[] = [];
  while (comments.nextNode()) found.push(comments.currentNode);
  found.forEach((comment) => comment.parentNode?.removeChild(comment));
  all(html, NO_TEXT).forEach((element) => element.remove());
  all(html, '*')
    .filter(({ localName }) => localName.includes(':'))
    .forEach(unwrap);
};

/** Makes marks of styles, and takes back marks that a style takes back, as Google's wrapper does. */
const marksFromStyles = (html: Document): void => {
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

/** Paragraphs that Word shows as a list become one; its bullets are text there. Numbers of headings stay. */
const listsFromWord = (html: Document): void => {
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
    // Two lists may follow each other without a word between them.
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

/** Google puts a list into a list, and a paragraph into each item. */
const nestLists = (html: Document): void => {
  for (const list of all(html, 'ul > ul, ul > ol, ol > ul, ol > ol')) {
    list.previousElementSibling?.append(list);
  }
  for (const paragraph of all(html, 'li > p')) {
    const others = [...(paragraph.parentElement?.children ?? [])];
    if (others.filter(({ nodeName }) => nodeName === 'P').length === 1) unwrap(paragraph);
  }
};

/** Columns that one cell reaches over at most. */
const WIDEST = 50;

/** Cells that reach over columns and rows have empty ones behind and below them; all rows are of one width. */
const evenRows = (rows: readonly HTMLTableRowElement[]): void => {
  /** For each column, how many rows a cell further up still reaches over. */
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
      for (let column = 0; column < Math.min(cell.colSpan, WIDEST); column += 1) {
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

/** A table of Markdown has a head, and in its cells one line each. */
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

/** What stands above or below the line has no mark in Markdown; for numbers there are characters. */
const numbersOffLine = (html: Document): void => {
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

/** Code is told by `<code>` in `<pre>`, a box to tick by `<input>`, and a quote by its element. */
const nameBlocks = (html: Document): void => {
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

/** Where a note of Word or LibreOffice is referred to, and back from the note. */
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
  // Files of somebody's own computer, which no page can show.
  all(html, 'img:not([src^="http"]):not([src^="/"])').forEach((picture) => picture.remove());
};

/** Leaves of copied HTML what Markdown can say. */
export const cleanHtml = (html: Document): void => {
  removeWords(html);
  nameBlocks(html);
  listsFromWord(html);
  marksFromStyles(html);
  numbersOffLine(html);
  nestLists(html);
  flattenTables(html);
  cleanLinks(html);
  all(html, 'h1 b, h1 strong, h2 b, h2 strong, h3 b, h3 strong, th b, th strong').forEach(unwrap);
};
