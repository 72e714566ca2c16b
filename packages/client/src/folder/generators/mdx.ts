import { changeProse, CODE } from './text';

/** Pattern of a JSX expression in braces, with at most three levels of braces inside. */
const BRACES = [1, 2, 3].reduce(
  (inner) => String.raw`\{(?:[^{}]|${inner})*\}`,
  String.raw`\{[^{}]*\}`
);
const ATTRIBUTE = String.raw`\s+(?:[\w:@.-]+(?:=(?:"[^"]*"|'[^']*'|${BRACES}))?|${BRACES})`;
/** Pattern of the name of a component: `Server`, `Tabs.Item`, or of a custom element: `call-out`. */
const NAME = String.raw`(?:[A-Z][\w.]*|[a-z]\w*(?:-\w+)+)`;
const COMPONENT = String.raw`<\/?${NAME}(?:${ATTRIBUTE})*\s*\/?>`;

/**
 * Matches tags of JSX components that are alone in a line, self-closing, or have attributes. Other tags may be types in
 * a text, such as `Vec<T>`, and do not match. The lookbehind follows the `<`, because it reads the line from its start.
 */
const SURE_COMPONENTS = new RegExp(
  `^ {0,3}(?:${COMPONENT}[ \\t]*)+$|<(?<=^ {0,3}(?:\\S.*)?<)${NAME}(?:(?:${ATTRIBUTE})+\\s*\\/?|\\s*\\/)>`,
  'gm'
);
const COMPONENTS = new RegExp(COMPONENT, 'g');
const TAGS = new RegExp(`<[a-z][\\w-]*(?:${ATTRIBUTE})+\\s*\\/?>`, 'g');
const EXPRESSIONS = new RegExp(`\\s+[\\w:-]+=${BRACES}`, 'g');
const COMMENTS = /\{\/\*[^]*?\*\/\}/g;
/**
 * Pattern of an import or export of MDX. It ends before a blank line, unless the next line is indented or closes a
 * bracket.
 */
const MODULE = String.raw`^(?:import|export)\s[^]*?(?:\n\s*\n(?![ \t)\]}])|(?![^]))`;
/** Matches code, or a module or component of MDX, whichever begins first. Both may contain backticks. */
const CODE_OR_JSX = new RegExp(`${CODE.source}|${MODULE}|${COMPONENT}`, 'gm');

/** Matches code, or a block between tags with these names that are alone in their lines. */
const blocksOf = (name: string) =>
  new RegExp(
    String.raw`${CODE.source}|^([ \t]*)(<(${name})(?:${ATTRIBUTE})*\s*>)[ \t]*\n([^]*?)\n\3(<\/\5>)[ \t]*$`,
    'gm'
  );
const COMPONENT_BLOCKS = blocksOf(NAME);
const MDX_BLOCKS = blocksOf(String.raw`(?!(?:pre|script|style|svg)\b)[A-Za-z][\w.-]*`);

/**
 * Indents the content of blocks as their tags, and puts `gap` around the content. The tags of components are left out,
 * and indented Markdown would then be code. Within other tags, Markdown needs a blank line in `gap`.
 */
const asMarkdown = (text: string, blocks: RegExp, gap: string): string =>
  text.replace(blocks, (all, ...groups: (string | undefined)[]) => {
    const [, , indent, open, , content = '', close] = groups;
    if (indent === undefined) return all;
    const lines = content.split('\n').filter((line) => line.trim() !== '');
    const margins = lines.map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
    const [margin = ''] = margins.sort((a, b) => a.length - b.length);
    const moved =
      margin.length > indent.length
        ? content.replace(new RegExp(`^${margin}`, 'gm'), indent)
        : content;
    return indent + open + gap + asMarkdown(moved, blocks, gap) + gap + indent + close;
  });

const SCRIPTS = /<(script|style|svg)\b[^>]*>[^]*?<\/\1\s*>/gi;
/**
 * Matches tags of a complete HTML page, such as `<body>`, of forms and of plugins, which may occur in embed codes of
 * other websites. The site would show them as text.
 */
const OTHER_TAGS =
  /<(?:link|meta|base|input|param|\/?(?:html|head|body|form|fieldset|legend|label|button|select|option|textarea|template|object|canvas|dialog))\b[^>]*>/gi;
const FRAMES =
  /<(?:iframe|embed)\b([^>]*?)\/?>(?:(?:(?!<(?:iframe|embed)\b)[^])*?<\/(?:iframe|embed)\s*>)?/gi;
/**
 * Matches URLs of video players. An `<iframe>` with a matching URL stays, because the site itself replaces it by a
 * link.
 */
const PLAYERS =
  /^(?:https?:)?\/\/(?:(?:www\.)?youtube(?:-nocookie)?\.com\/embed|player\.vimeo\.com\/video)\/[\w-]/i;

/** Files that modules of MDX import, by the names of their variables. */
type Imports = ReadonlyMap<string, string>;

const IMPORT = /import\s+(\w+)\s+from\s+["']([^"']+)["']/g;

/** Value of an HTML attribute, or of a JSX attribute with a string or an imported file: `src={require('./a.png')}`. */
const attributeOf = (tag: string, name: string, files?: Imports): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|\\{([^{}]*)\\})`, 'i').exec(
    tag
  );
  const [, double, single, expression] = found ?? [];
  if (expression === undefined) return double ?? single;
  const [, quoted] = /["'`]([^"'`]*)["'`]/.exec(expression) ?? [];
  return quoted ?? files?.get(expression.split('.')[0]?.trim() ?? '');
};

const escapeQuotes = (text: string): string => text.replace(/"/g, '&quot;');

/**
 * Replaces a component by the picture or the film that its name and attributes tell. All others are left out; the names
 * of those without content are added to `removed`.
 */
const expandComponent = (tag: string, removed: Set<string>, files?: Imports): string => {
  const [name = ''] = /[\w.-]+/.exec(tag) ?? [];
  const source = attributeOf(tag, 'src', files);
  if (source && /image|img|picture|figure/i.test(name)) {
    const alt = attributeOf(tag, 'alt', files) ?? '';
    return `<img src="${escapeQuotes(source)}" alt="${escapeQuotes(alt)}">`;
  }
  const id = attributeOf(tag, '(?:video|youtube|vimeo)?id');
  const [, service = ''] = /(youtube|vimeo)/i.exec(name) ?? [];
  if (id === undefined || service === '') {
    if (tag.endsWith('/>')) removed.add(name);
    return '';
  }
  const isVimeo = service.toLowerCase() === 'vimeo';
  const page = isVimeo ? 'https://vimeo.com/' : 'https://www.youtube.com/watch?v=';
  return `<a href="${page + encodeURIComponent(id)}">${service}</a>`;
};

/** Replaces an `<iframe>` or `<embed>` by a link to its source, because the site shows neither. */
const linkOfFrame = (frame: string, attributes: string): string => {
  const source = attributeOf(attributes, 'src')?.trim().replace(/^\/\//, 'https://') ?? '';
  const isShown = /^<iframe/i.test(frame) && PLAYERS.test(source);
  if (isShown || !/^https?:/i.test(source) || !URL.canParse(source)) return frame;
  const text = attributeOf(attributes, 'title') ?? new URL(source).hostname;
  // Markdown links are not read within a block of HTML.
  return `<a href="${source.replace(/[<>"]/g, encodeURIComponent)}">${text}</a>`;
};

const withoutExpressions = (tag: string): string => tag.replace(EXPRESSIONS, '');

/** Matches a formula in MathML, which the site would show as tags. */
const FORMULAS = /<math\b[^>]*>([^]*?)<\/math\s*>/gi;

const cleanHtml = (prose: string, removed: Set<string>): string =>
  prose
    .replace(SCRIPTS, '')
    .replace(FORMULAS, (_all, formula: string) => {
      removed.add('math');
      return formula.replace(/<[^>]*>|\s+/g, '');
    })
    .replace(OTHER_TAGS, '')
    .replace(SURE_COMPONENTS, (tags) =>
      tags.replace(COMPONENTS, (tag) => expandComponent(tag, removed))
    )
    .replace(TAGS, withoutExpressions)
    .replace(FRAMES, linkOfFrame);

/**
 * Removes JSX components and custom elements from a Markdown text, and JSX expressions from HTML attributes. Tags that
 * may be types, such as `Vec<T>`, and the text between component tags stay. Also removes scripts, style sheets and
 * inline SVG, and replaces frames by links.
 * @param removed set to which the names of removed components without content are added
 */
export const withoutComponents = (text: string, removed = new Set<string>()): string =>
  changeProse(asMarkdown(text, COMPONENT_BLOCKS, '\n'), (prose) => cleanHtml(prose, removed));

/**
 * Cleans MDX in the same way as `withoutComponents` cleans Markdown; also removes imports, exports, comments and all
 * components within a line.
 */
export const withoutMdx = (text: string, removed = new Set<string>()): string => {
  const files = new Map<string, string>();
  const markdown = asMarkdown(text, MDX_BLOCKS, '\n\n').replace(
    CODE_OR_JSX,
    (all, fence?: string, ticks?: string) => {
      if (fence ?? ticks) return all;
      if (all.startsWith('<')) return expandComponent(all, removed, files);
      for (const [, name = '', file = ''] of all.matchAll(IMPORT)) files.set(name, file);
      return '';
    }
  );
  return changeProse(markdown, (prose) => cleanHtml(prose.replace(COMMENTS, ''), removed));
};
