import { changeProse, escapeBrackets, hasExtension } from './text';

/** A text with known shortcodes replaced by Markdown, and the names of unknown shortcodes and variables, each once. */
export interface Expansion {
  text: string;
  unknown: string[];
}

interface Arguments {
  named: Record<string, string | undefined>;
  positional: string[];
}

const ARGUMENT =
  /(?:([\w-]+)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|([^\s"'`=,]+))/g;

const argumentsOf = (source: string): Arguments => {
  const named: Arguments['named'] = {};
  const positional: string[] = [];
  for (const [, name, double, single, raw, bare] of source.matchAll(ARGUMENT)) {
    const value = (double ?? single ?? raw ?? bare ?? '').replace(/\\(["'\\])/g, '$1');
    if (name === undefined) positional.push(value);
    else named[name.toLowerCase()] = value;
  }
  return { named, positional };
};

const inBrackets = (text: string): string => escapeBrackets(text.replace(/\s+/g, ' '));

const addressOf = (url: string): string => (/[\s()<>]/.test(url) ? `<${url}>` : url);

const figure = ({ named, positional }: Arguments): string | undefined => {
  // Classes come before the path in Hexo and Octopress; sizes, a link and words that describe the picture follow.
  const at = Math.max(0, positional.findIndex(hasExtension));
  const source = named.src ?? named.image_path ?? named.url ?? named.path ?? positional[at];
  if (source === undefined) return undefined;
  const caption = named.caption ?? named.title;
  const title = caption ? ` "${caption.replace(/"/g, '\\"')}"` : '';
  const words = positional.slice(at + 1).filter((word) => !/^\d+(?:px|%)?$|^https?:/.test(word));
  const alt = inBrackets(named.alt ?? caption ?? words.join(' '));
  const picture = `![${alt}](${addressOf(source)}${title})`;
  return named.link ? `[${picture}](${addressOf(named.link)})` : picture;
};

const linkTo =
  (name: string, address: (args: Arguments) => string | undefined) =>
  (args: Arguments): string | undefined => {
    const url = address(args);
    return url && `[${inBrackets(args.named.title ?? name)}](${addressOf(url)})`;
  };

const idOf = ({ named, positional }: Arguments): string | undefined => named.id ?? positional[0];

const video = (base: string) => (args: Arguments) => {
  const id = idOf(args);
  return id && (/^https?:/.test(id) ? id : base + id);
};

const reference = ({ named, positional }: Arguments): string | undefined => {
  const place = named.path ?? positional[0];
  return place && `@/${place.replace(/^\/|\s/g, '')}`;
};

const tweet = linkTo('Tweet', ({ named, positional }) => {
  const id = named.id ?? positional.at(-1);
  return id && `https://twitter.com/i/status/${id}`;
});

/** Conversions of shortcodes without content, keyed by their names in Hugo, Zola and Jekyll. */
const SINGLE: Record<string, (args: Arguments) => string | undefined> = {
  figure,
  img: figure,
  image: figure,
  picture: figure,
  youtube: linkTo('YouTube', video('https://www.youtube.com/watch?v=')),
  vimeo: linkTo('Vimeo', video('https://vimeo.com/')),
  gist: linkTo('Gist', ({ named, positional: [user, id] }) => {
    if (named.url) return named.url;
    return user && `https://gist.github.com/${id ? `${user}/${id}` : user}`;
  }),
  tweet,
  x: tweet,
  ref: reference,
  relref: reference,
  link: reference,
  post_url: reference,
  post_link: ({ positional: [place, ...title] }) =>
    place && `[${inBrackets(title.join(' ') || place)}](@/${place})`,
  asset_img: figure,
  asset_link: ({ positional: [file, title] }) =>
    file && `[${inBrackets(title ?? file)}](${addressOf(file)})`,
};

/** Matches names of shortcodes for pictures, also from themes, such as `figureforgallery`. */
const PICTURE = /figure|image|img|picture/;
/** Matches names of shortcodes that enclose a text. The text between the opening and closing tag stays. */
const AROUND =
  /^(?:block)?quote$|^(?:note|notice|alert|admonition|callout|hint|tip|info|warning|danger|details)$|^(?:gallery|center|centered|table|columns?|row|tabs?|raw|rawhtml|markdown|div)$/;

/** Converts a shortcode that only themes know: to a picture, or to a link. */
const convertOther = (name: string, args: Arguments): string | undefined => {
  const { title, name: label, url, href, src } = args.named;
  const service = /youtube|vimeo|tweet/.exec(name)?.[0];
  if (service !== undefined) return SINGLE[service]?.(args);
  const isFile = [url, args.named.path, ...args.positional].some(
    (place) => place && hasExtension(place)
  );
  if (PICTURE.test(name) && (src || isFile)) return figure(args);
  const address = url ?? href;
  return address && /^https?:/.test(address)
    ? `[${inBrackets(title ?? label ?? address)}](${addressOf(address)})`
    : undefined;
};

const titleOf = ({ named: { title } }: Arguments): string => (title ? `**${title}**\n\n` : '');

const fence = (language: string, code: string): string => {
  const inner = code.replace(/^[ \t]*\r?\n/, '').replace(/\s+$/, '');
  const marks = inner.includes('```') ? '~~~~' : '```';
  return `${marks}${language}\n${inner}\n${marks}`;
};

/**
 * Patterns of code blocks that are written as shortcodes. Code blocks are replaced first, so that shortcodes inside the
 * code stay.
 */
const HIGHLIGHTS = [
  /\{\{[<%]\s*highlight\s+"?([\w+#-]+)"?[^}]*?[>%]\}\}([^]*?)\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g,
  /\{%-?\s*highlight\s+["']?([\w+#-]+)[^%]*?-?%\}([^]*?)\{%-?\s*endhighlight\s*-?%\}/g,
  /\{%\s*code(?:block)?\b(?:[^%]*?\blang:([\w+#-]+))?[^%]*?%\}([^]*?)\{%\s*endcode(?:block)?\s*%\}/g,
];

const HUGO = /\{\{[<%]\s*(\/?\s*[a-z][\w./-]*)([^]*?)\/?\s*[>%]\}\}/gi;
/** Matches an escaped shortcode of Hugo, which is shown and not executed. */
const SHOWN = /\{\{([<%])\/\*([^]*?)\*\/([>%])\}\}/g;
const ZOLA = /\{\{\s*(\w+)\(([^]*?)\)\s*\}\}/g;
const LIQUID_TAG = /\{%-?\s*(\w+)([^]*?)-?%\}/g;
const LIQUID_PATH =
  /\{\{-?\s*(?:site\.(?:base)?url|"([^"]*)"|'([^']*)')\s*(?:\|\s*(?:relative_url|absolute_url|relURL|absURL|prepend:\s*site\.(?:base)?url)\s*)*-?\}\}/g;

/** Matches an address with filters of Liquid or Nunjucks: `{{ "/a" | url }}`. */
const ADDRESS = /\{\{-?\s*(["'])((?:https?:\/)?\/.*?)\1\s*\|[^{}]*\}\}/g;

/**
 * Matches the prefixes `{filename}`, `{static}` and `{attach}` of link paths in Pelican, also in the form `|filename|`.
 */
const PELICAN_MARK = /(?<=\]\(<?|=["'])[{|](?:filename|static|attach)[}|]/gi;

/** Matches a picture with its caption, and an address, as WordPress marks them. */
const WORDPRESS = /\[(caption|embed)\b[^\]\n]*\]([^]*?)\[\/\1\]/g;
const NUNJUCKS_COMMENT = /\{#-?\s[^]*?#\}/g;
/** Matches variables of Liquid, Nunjucks and Vue: `{{ page.title }}`, and captures a filter or operator behind the name. */
const VARIABLE = /\{\{-?\s*([a-z][\w.]*|["'][^"'{}]*["'])([^{}]*?)-?\}\}/gi;

/** Matches the closing tag of a shortcode that encloses a text, and captures the shortcode's name. */
const END = /\{[{%][<%]?-?\s*(?:\/\s*|end)(\w+)/gi;

const namesAround = (text: string): Set<string> =>
  new Set([...text.matchAll(END)].map(([, name = '']) => name.toLowerCase()));

const expandProse = (
  prose: string,
  around: Set<string>,
  unknown: Set<string>,
  head: Record<string, unknown>
): string => {
  const single = (all: string, written: string, source: string): string => {
    const [, end, name = ''] = /^(\/\s*|end)?(.*)$/.exec(written.toLowerCase()) ?? [];
    const isAround = around.has(name) && AROUND.test(name);
    if (end) return isAround || PICTURE.test(name) ? '' : all;
    const args = argumentsOf(source);
    const expanded = (SINGLE[name] ?? ((one) => convertOther(name, one)))(args);
    if (expanded === undefined && isAround) return titleOf(args);
    if (expanded === undefined) unknown.add(written);
    return expanded ?? all;
  };
  return prose
    .replace(PELICAN_MARK, '')
    .replace(NUNJUCKS_COMMENT, '')
    .replace(ADDRESS, '$2')
    .replace(WORDPRESS, '$2')
    .replace(LIQUID_PATH, (_all, double?: string, quoted?: string) => double ?? quoted ?? '')
    .replace(HUGO, single)
    .replace(SHOWN, '{{$1$2$3}}')
    .replace(ZOLA, single)
    .replace(LIQUID_TAG, (all, name: string, source: string) => {
      if (['raw', 'endraw'].includes(name)) return '';
      if (name !== 'include') return single(all, name, source);
      const [file = '', ...rest] = source.trim().split(/\s+/);
      const kind = file.replace(/["']/g, '').replace(/^.*\/|\.\w+$/g, '');
      return single(all, kind === '' ? 'include' : kind, rest.join(' '));
    })
    .replace(VARIABLE, (all, name: string, rest: string) => {
      const value = rest.trim() === '' ? head[name.replace(/^page\./, '')] : undefined;
      if (typeof value === 'string' || typeof value === 'number') return String(value);
      unknown.add(name);
      return all;
    });
};

/**
 * Replaces shortcodes of Hugo, Zola and Jekyll by Markdown: images, code, and links to videos, gists and other texts
 * (`@/path`); and variables by their values. Code, unknown shortcodes and unknown variables stay unchanged.
 * @param head front matter of the text, with the values of variables
 */
export const expandShortcodes = (source: string, head: Record<string, unknown> = {}): Expansion => {
  const unknown = new Set<string>();
  const around = namesAround(source);
  const text = HIGHLIGHTS.reduce(
    (all, pattern) =>
      all.replace(pattern, (_all, language: string | undefined, code: string) =>
        fence(language ?? '', code)
      ),
    source.replace(/\{%-?\s*comment\s*-?%\}[^]*?\{%-?\s*endcomment\s*-?%\}/g, '')
  );
  return {
    text: changeProse(text, (prose) => expandProse(prose, around, unknown, head)),
    unknown: [...unknown],
  };
};
