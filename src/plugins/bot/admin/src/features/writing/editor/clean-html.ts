/** What no text is made of; `o:p` and the like are Word's. */
const NO_TEXT = [
  'style, script, meta, link, title, template, noscript, xml, svg, button, input:not([type=checkbox])',
  '[style*="mso-hide:all"], [style*="mso-hide: all"], [style*="display:none"], [style*="display: none"]',
  // Comments of Word and LibreOffice.
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

const LEVEL = /mso-list:\s*l\d+\s+level(\d)/;
const ORDERED = /^\s*[\dA-Za-z]{1,3}[.)]/;

/** Paragraphs that Word shows as a list become one; its bullets are text there. */
const listsFromWord = (html: Document): void => {
  let lists: Element[] = [];
  let last: Element | undefined;
  for (const paragraph of all(html, 'p[style*="mso-list"], h1[style*="mso-list"]')) {
    const level = Number(LEVEL.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0);
    if (level === 0) continue;
    const bullet = paragraph.querySelector(
      '[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]'
    );
    const name = ORDERED.test(bullet?.textContent ?? '') ? 'ol' : 'ul';
    bullet?.remove();
    if (last === undefined || paragraph.previousElementSibling !== last) lists = [];
    lists.length = Math.min(lists.length, level);
    const item = html.createElement('li');
    while (lists.length < level) {
      const list = html.createElement(name);
      const parent = lists.at(-1)?.lastElementChild;
      if (parent) parent.append(list);
      else paragraph.before(list);
      lists.push(list);
    }
    lists.at(-1)?.append(item);
    item.append(...paragraph.childNodes);
    [last] = lists;
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
    table.querySelectorAll('caption, colgroup').forEach((element) => element.remove());
    table.querySelectorAll('td br, th br').forEach((line) => line.replaceWith(' '));
    for (const block of table.querySelectorAll('td p, td div, td li, th p, th div, th li')) {
      block.append(' ');
    }
    table
      .querySelectorAll('td p, td div, td ul, td ol, td li, th p, th div, td h1, td h2, td h3')
      .forEach(unwrap);
    const [head] = rows;
    if (head) [...head.cells].forEach((cell) => cell.nodeName === 'TD' && rename(cell, 'th'));
  }
};

const REDIRECT = /^https:\/\/www\.google\.com\/url\?/;

const cleanLinks = (html: Document): void => {
  for (const link of all(html, 'a')) {
    const address = link.getAttribute('href') ?? '';
    if (!/^(https?:|mailto:|\/)/.test(address)) unwrap(link);
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
  listsFromWord(html);
  marksFromStyles(html);
  nestLists(html);
  flattenTables(html);
  cleanLinks(html);
  all(html, 'h1 b, h1 strong, h2 b, h2 strong, h3 b, h3 strong, th b, th strong').forEach(unwrap);
  all(html, 'p.MsoTitle').forEach((title) => rename(title, 'h1'));
};
