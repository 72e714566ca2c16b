import type { Env, MarkdownIt, Token } from 'markdown-it';
import parseSrcset from 'parse-srcset';

import { markup } from '../../../../markup';
import { attribute, loadableFile, renderingOf, type Rendering } from '../rendering';

/** HTML attributes whose value is the URL of a file. */
const ADDRESSES = ['src', 'poster'];

/**
 * Resolves the file URLs in `src` and `poster` of an HTML element, and removes URLs of files that the page may not
 * load.
 */
const resolveFiles = (token: Token, text: Rendering): void => {
  for (const name of ADDRESSES) {
    if (token.attrIndex(name) === -1) continue;
    const target = loadableFile(attribute(token, name), text);
    if (target) token.attrSet(name, text.address.reference(target));
    else token.attrs = token.attrs?.filter(([attributeName]) => attributeName !== name) ?? null;
  }
};

/** Resolves the candidates of a `srcset`; undefined if the page may not load one of them. */
const resolveSourceSet = (written: string, text: Rendering): string | undefined => {
  const candidates = parseSrcset(written).map(({ url, w, d }) => {
    const target = loadableFile(url, text);
    const size = w ? ` ${w}w` : d ? ` ${d}x` : '';
    return target && `${text.address.reference(target)}${size}`;
  });
  return candidates.length > 0 && candidates.every(Boolean) ? candidates.join(', ') : undefined;
};

/** Renders a source of a picture or player; an empty string if the page may not load its file. */
const renderSource = (token: Token, text: Rendering, render: () => string): string => {
  const written = attribute(token, 'srcset');
  const set = written ? resolveSourceSet(written, text) : undefined;
  if (written && set === undefined) return '';
  if (set !== undefined) token.attrSet('srcset', set);
  resolveFiles(token, text);
  return set !== undefined || attribute(token, 'src') ? render() : '';
};

/** URLs of the media files of a player: its own `src`, then the `src` of each `<source>`. */
const sourcesOf = (tokens: readonly Token[], index: number): string[] => {
  const player = tokens[index];
  const rest = tokens.slice(index + 1);
  const end = rest.findIndex(({ type, tag }) => type === 'element_close' && tag === player?.tag);
  const inside = rest
    .slice(0, end === -1 ? rest.length : end)
    .filter(({ tag }) => tag === 'source');
  return [player, ...inside].map((token) => attribute(token, 'src')).filter(Boolean);
};

/** Renders a player for files of the site, or a link to a file of another site. */
const renderPlayer = (
  tokens: Token[],
  index: number,
  text: Rendering,
  render: () => string
): string => {
  const token = tokens[index];
  const sources = sourcesOf(tokens, index);
  const loadable = sources.flatMap((source) => loadableFile(source, text) ?? []);
  if (token && loadable.length > 0) {
    for (const { href } of loadable) text.shown.add(href);
    resolveFiles(token, text);
    token.attrSet('controls', '');
    token.attrSet('preload', 'metadata');
    return render();
  }
  const [source] = sources;
  if (source === undefined) return '';
  const name = attribute(token, 'title') || source;
  return text.isInsideLink
    ? markup`${name}`.source
    : markup`<a href="${source}" rel="nofollow noopener">${name}</a> `.source;
};

/** Adds the rules that render HTML elements like their Markdown counterparts. */
export const renderElements = (markdown: MarkdownIt): void => {
  const { rules } = markdown.renderer;
  rules.element_open = (tokens, index, options, env, renderer) => {
    const token = tokens[index];
    const text = renderingOf(env);
    const render = (): string => renderer.renderToken(tokens, index, options);
    switch (token?.tag) {
      case 'audio':
      case 'video':
        return renderPlayer(tokens, index, text, render);
      case 'source':
      case 'track':
        return renderSource(token, text, render);
      case 'table':
        return rules.table_open?.(tokens, index, options, env, renderer) ?? '';
      case 'pre':
        token.attrs = [
          ['class', 'scroll'],
          ['tabindex', '0'],
        ];
        return render();
      default:
        return render();
    }
  };
  rules.element_close = (tokens, index, options, env: Env | undefined, renderer) => {
    const table = tokens[index]?.tag === 'table' && rules.table_close;
    return table
      ? table(tokens, index, options, env, renderer)
      : renderer.renderToken(tokens, index, options);
  };
};
