import { changeProse } from './text';

/** Pattern of a JSX expression in braces, with at most one level of braces inside. */
const BRACES = String.raw`\{(?:[^{}]|\{[^{}]*\})*\}`;
const ATTRIBUTE = String.raw`\s+[\w:-]+(?:=(?:"[^"]*"|'[^']*'|${BRACES}))?`;
const COMPONENT = String.raw`<\/?[A-Z][\w.]*(?:${ATTRIBUTE})*\s*\/?>`;

const COMPONENTS = new RegExp(COMPONENT, 'g');
/** Matches tags that are alone in a line, closed at once, or with attributes: a type such as `Vec<T>` is no component. */
const SURE_COMPONENTS = new RegExp(
  `^ {0,3}(?:${COMPONENT}[ \\t]*)+$|(?<=^ {0,3}(?:\\S.*)?)<[A-Z][\\w.]*(?:(?:${ATTRIBUTE})+\\s*\\/?|\\s*\\/)>`,
  'gm'
);
const TAGS = new RegExp(`<[a-z][\\w-]*(?:${ATTRIBUTE})+\\s*\\/?>`, 'g');
const EXPRESSIONS = new RegExp(`\\s+[\\w:-]+=${BRACES}`, 'g');
const COMMENTS = /\{\/\*[^]*?\*\/\}/g;
const MODULES = /^(?:import|export)\s[^]*?(?:\n\s*\n|(?![^]))/gm;

const SCRIPTS = /<(script|style)\b[^>]*>[^]*?<\/\1\s*>/gi;
/** Matches tags of a whole page, which embedded code of other sites may contain. */
const PAGE_TAGS = /<(?:link|meta|\/?(?:html|head|body))\b[^>]*>/gi;
const FRAMES = /<iframe\b([^>]*?)\/?>(?:(?:(?!<iframe\b)[^])*?<\/iframe\s*>)?/gi;
/** Matches URLs of video players. The site itself shows their frames as links. */
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
 * Removes components of a generator from a Markdown text: tags that can only be of components, and JSX in HTML
 * attributes. The text between the tags stays. Removes scripts and style sheets, and replaces frames by links.
 */
export const withoutComponents = (text: string): string =>
  changeProse(text, (prose) => cleanHtml(prose, SURE_COMPONENTS));

/** Cleans MDX as `withoutComponents` does; also removes imports, exports, comments and components within a line. */
export const withoutMdx = (text: string): string =>
  changeProse(text, (prose) =>
    cleanHtml(prose.replace(MODULES, '').replace(COMMENTS, ''), COMPONENTS)
  );
