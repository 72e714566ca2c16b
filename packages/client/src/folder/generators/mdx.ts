import { changeProse, escapeBrackets } from './text';

/** An expression of JSX, with braces in it. */
const BRACES = String.raw`\{(?:[^{}]|\{[^{}]*\})*\}`;
const ATTRIBUTE = String.raw`\s+[\w:-]+(?:=(?:"[^"]*"|'[^']*'|${BRACES}))?`;
const COMPONENT = String.raw`<\/?[A-Z][\w.]*(?:${ATTRIBUTE})*\s*\/?>`;

const COMPONENTS = new RegExp(COMPONENT, 'g');
const LINES_OF_COMPONENTS = new RegExp(`^ {0,3}(?:${COMPONENT}[ \\t]*)+$`, 'gm');
const TAGS = new RegExp(`<[a-z][\\w-]*(?:${ATTRIBUTE})+\\s*\\/?>`, 'g');
const EXPRESSIONS = new RegExp(`\\s+[\\w:-]+=${BRACES}`, 'g');
const COMMENTS = /\{\/\*[^]*?\*\/\}/g;
const MODULES = /^(?:import|export)\s[^]*?(?:\n\s*\n|(?![^]))/gm;

const SCRIPTS = /<(script|style)\b[^>]*>[^]*?<\/\1\s*>/gi;
/** Tags of the head of a page. */
const HEAD_TAGS = /<(?:link|meta)\b[^>]*>/gi;
const FRAMES = /<iframe\b([^>]*?)\/?>(?:\s*<\/iframe>)?/gi;
/** Players, whose frames pages show as links by themselves. */
const PLAYERS = /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|vimeo\.com)\//i;

const attributeOf = (attributes: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes);
  return found?.[1] ?? found?.[2];
};

/** Replaces a frame by a link to what it shows: pages show no frames of others. */
const linkOfFrame = (frame: string, attributes: string): string => {
  const source = attributeOf(attributes, 'src')?.trim().replace(/^\/\//, 'https://') ?? '';
  if (PLAYERS.test(source) || !/^https?:/i.test(source) || !URL.canParse(source)) return frame;
  const text = attributeOf(attributes, 'title') ?? new URL(source).hostname;
  return `[${escapeBrackets(text)}](<${source.replace(/[<>]/g, encodeURIComponent)}>)`;
};

const withoutExpressions = (tag: string): string => tag.replace(EXPRESSIONS, '');

const cleanHtml = (prose: string, components: RegExp): string =>
  prose
    .replace(SCRIPTS, '')
    .replace(HEAD_TAGS, '')
    .replace(components, '')
    .replace(TAGS, withoutExpressions)
    .replace(FRAMES, linkOfFrame);

/**
 * Removes a generator's components from a Markdown text: their tags where they stand alone in a line, and JSX in the
 * attributes of HTML. The text between the tags stays. Scripts, style sheets and links to them are left out, frames become links.
 */
export const withoutComponents = (text: string): string =>
  changeProse(text, (prose) => cleanHtml(prose, LINES_OF_COMPONENTS));

/** Removes imports, exports, comments and all components from MDX; they are not part of the page. */
export const withoutMdx = (text: string): string =>
  changeProse(text, (prose) =>
    cleanHtml(prose.replace(MODULES, '').replace(COMMENTS, ''), COMPONENTS)
  );
