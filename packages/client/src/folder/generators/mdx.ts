import { changeProse } from './text';

/** Pattern of a JSX expression in braces, with at most one level of braces inside. */
const BRACES = String.raw`\{(?:[^{}]|\{[^{}]*\})*\}`;
const ATTRIBUTE = String.raw`\s+[\w:-]+(?:=(?:"[^"]*"|'[^']*'|${BRACES}))?`;
const COMPONENT = String.raw`<\/?[A-Z][\w.]*(?:${ATTRIBUTE})*\s*\/?>`;

const COMPONENTS = new RegExp(COMPONENT, 'g');
/**
 * Matches tags of JSX components that are alone in a line, self-closing, or have attributes. Other tags may be types in
 * a text, such as `Vec<T>`, and do not match.
 */
const SURE_COMPONENTS = new RegExp(
  `^ {0,3}(?:${COMPONENT}[ \\t]*)+$|(?<=^ {0,3}(?:\\S.*)?)<[A-Z][\\w.]*(?:(?:${ATTRIBUTE})+\\s*\\/?|\\s*\\/)>`,
  'gm'
);
const TAGS = new RegExp(`<[a-z][\\w-]*(?:${ATTRIBUTE})+\\s*\\/?>`, 'g');
const EXPRESSIONS = new RegExp(`\\s+[\\w:-]+=${BRACES}`, 'g');
const COMMENTS = /\{\/\*[^]*?\*\/\}/g;
const MODULES = /^(?:import|export)\s[^]*?(?:\n\s*\n|(?![^]))/gm;

const SCRIPTS = /<(script|style)\b[^>]*>[^]*?<\/\1\s*>/gi;
/**
 * Matches tags of a complete HTML page, such as `<body>` and `<meta>`, which may occur in embed codes of other
 * websites.
 */
const PAGE_TAGS = /<(?:link|meta|\/?(?:html|head|body))\b[^>]*>/gi;
const FRAMES = /<iframe\b([^>]*?)\/?>(?:(?:(?!<iframe\b)[^])*?<\/iframe\s*>)?/gi;
/**
 * Matches URLs of video players. An `<iframe>` with a matching URL stays, because the site itself replaces it by a
 * link.
 */
const PLAYERS = /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|vimeo\.com)\//i;

const attributeOf = (attributes: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes);
  return found?.[1] ?? found?.[2];
};

/** Replaces an `<iframe>` by a link to its source, because the site does not show frames. */
const linkOfFrame = (frame: string, attributes: string): string => {
  const source = attributeOf(attributes, 'src')?.trim().replace(/^\/\//, 'https://') ?? '';
  if (PLAYERS.test(source) || !/^https?:/i.test(source) || !URL.canParse(source)) return frame;
  const text = attributeOf(attributes, 'title') ?? new URL(source).hostname;
  // Markdown links are not read within a block of HTML.
  return `<a href="${source.replace(/[<>"]/g, encodeURIComponent)}">${text}</a>`;
};

const withoutExpressions = (tag: string): string => tag.replace(EXPRESSIONS, '');

const cleanHtml = (prose: string, components: RegExp): string =>
  prose
    .replace(SCRIPTS, '')
    .replace(PAGE_TAGS, '')
    .replace(components, '')
    .replace(TAGS, withoutExpressions)
    .replace(FRAMES, linkOfFrame);

/**
 * Removes JSX components from a Markdown text, and JSX expressions from HTML attributes. Tags that may be types, such
 * as `Vec<T>`, and the text between component tags stay. Also removes scripts and style sheets, and replaces frames by
 * links.
 */
export const withoutComponents = (text: string): string =>
  changeProse(text, (prose) => cleanHtml(prose, SURE_COMPONENTS));

/**
 * Cleans MDX in the same way as `withoutComponents` cleans Markdown; also removes imports, exports, comments and all
 * components within a line.
 */
export const withoutMdx = (text: string): string =>
  changeProse(text, (prose) =>
    cleanHtml(prose.replace(MODULES, '').replace(COMMENTS, ''), COMPONENTS)
  );
