import type { Schema } from 'hast-util-sanitize' with { 'resolution-mode': 'import' };

/** Elements without content and end tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'br col hr img source track wbr'.split(' ')
);

/** Elements that the HTML standard reopens in each paragraph until their end tag. */
export const FORMATTING_ELEMENTS: ReadonlySet<string> = new Set(
  'a b code em i s small strong tt u'.split(' ')
);

/** Replacements for obsolete elements and for landmarks of the page. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  acronym: 'abbr',
  center: 'div',
  dir: 'ul',
  font: 'span',
  footer: 'div',
  header: 'div',
  hgroup: 'div',
  main: 'div',
  menu: 'ul',
  nav: 'div',
  nobr: 'span',
  noscript: 'div',
  strike: 's',
};

/** Prefix of ids in a text, so that they cannot collide with names of the page. */
export const ID_PREFIX = 'user-content-';

/**
 * Elements and attributes that a text may use, similar to GitHub's list, by their HTML names. Other elements become
 * text before this list is applied.
 */
export const SCHEMA: Schema = {
  tagNames:
    `a abbr address article aside audio b bdi bdo big blockquote br cite code col colgroup dd del details dfn div
    dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark meter ol p picture pre progress q rp rt ruby s samp section
    small source span strong sub summary sup table tbody td tfoot th thead time tr track tt u ul var video wbr`.split(
      /\s+/
    ),
  attributes: {
    '*': ['align', 'dir', 'id', 'lang', 'title'],
    a: ['href', 'name'],
    audio: ['src'],
    col: ['span'],
    colgroup: ['span'],
    del: ['datetime'],
    details: ['open'],
    img: ['alt', 'height', 'src', 'width'],
    ins: ['datetime'],
    li: ['value'],
    meter: ['max', 'min', 'value'],
    ol: ['reversed', 'start', 'type'],
    progress: ['max', 'value'],
    source: ['media', 'src', 'srcset', 'type'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
    track: ['default', 'kind', 'label', 'src', 'srclang'],
    video: ['height', 'poster', 'src', 'width'],
  },
  protocols: {
    href: ['http', 'https', 'mailto'],
    poster: ['http', 'https'],
    src: ['http', 'https'],
  },
  clobber: ['id'],
  clobberPrefix: ID_PREFIX,
  ancestors: {},
  required: {},
  strip: [],
};
