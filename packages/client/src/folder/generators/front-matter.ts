import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';

export interface Parts {
  head: Record<string, unknown>;
  body: string;
}

/**
 * YAML parser options that allow repeated keys. Static site generators also accept repeated keys and use the last
 * value.
 */
const YAML = { uniqueKeys: false, logLevel: 'error' } as const;

/** Matches quoted values of several lines, which Hugo and Jekyll accept without indentation. */
const QUOTED = /^([ \t]*)[\w-]+:[ \t]*"(?:[^"\\\n]|\\.)*(?:\n(?:[^"\\\n]|\\.)*)+"/gm;

const parseYamlHead = (head: string): unknown => {
  try {
    return parseYaml(head, YAML) ?? {};
  } catch (error) {
    // Hugo and Jekyll also accept lines that begin with tabs.
    const indented = head
      .replace(QUOTED, (value, indent: string) => value.replace(/\n[ \t]*(?=\S)/g, `\n${indent}  `))
      .replace(/^[ \t]*\t/gm, '  ');
    if (indented === head) throw error;
    return parseYaml(indented, YAML);
  }
};

const FORMS = [
  { name: 'YAML', fence: '---', parse: parseYamlHead },
  { name: 'TOML', fence: '+++', parse: (head: string): unknown => parseToml(head) },
];

/** Matches a byte order mark, and empty lines before front matter, which Hugo and Zola accept. */
const BEFORE_HEAD = /^\uFEFF?(?:\s*\n(?=\+\+\+[ \t]*\r?\n|---[ \t]*\r?\n[\w-]+:))?/;

/** Matches JSON front matter of Hugo, from a brace at the start to one in the first column. */
const JSON_HEAD = /^(\{\r?\n(?:[^]*?\n)?\})[ \t]*(?:\r?\n|$)([^]*)$/;

/**
 * Matches front matter without an opening line of `---`, as in Hexo and Pelican: lines of keys up to `---` or an empty
 * line.
 */
const OPEN_HEAD =
  /^((?:[a-z][\w-]*:(?:[ \t].*)?\r?\n(?:[ \t]+\S.*\r?\n)*)+)(?:---+[ \t]*(?:\r?\n|$)|[ \t]*\r?\n|$)/i;

/** Reads front matter without an opening line of `---`. Values are plain text in Pelican, and YAML in Hexo. */
const inOpenHead = (text: string): Parts | undefined => {
  const [all, lines] = OPEN_HEAD.exec(text) ?? [];
  if (all === undefined || lines === undefined || !/^title:/im.test(lines)) return undefined;
  const body = text.slice(all.length);
  if (/---+\s*$/.test(all)) return { head: parseYaml(lines, YAML) as Parts['head'], body };
  const pairs = [...lines.matchAll(/^([\w-]+):([^]*?)(?=\r?\n(?:\S|$))/gm)];
  return {
    head: Object.fromEntries(pairs.map(([, key, value = '']) => [key, value.trim()])),
    body,
  };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Separates front matter between two fence lines from the text below. @throws Error if the second fence is missing */
const inFences = (text: string, fence: string): [string, string] | undefined => {
  const [, first, rest] = /^(\S+)[ \t]*\r?\n([^]*)$/.exec(text) ?? [];
  if (first !== fence || rest === undefined) return undefined;
  const end = new RegExp(`^${fence.replaceAll('+', '\\+')}[ \\t]*(?:\\r?\\n|$)`, 'm').exec(rest);
  if (end === null) throw new Error(`begins with ${fence} and has no second line of ${fence}`);
  return [rest.slice(0, end.index), rest.slice(end.index + end[0].length)];
};

/**
 * Splits a file into front matter and Markdown. Front matter is YAML between lines of `---`, TOML between lines of
 * `+++`, JSON in braces, or lines of keys that include `title`. Without front matter, the result has no keys.
 * @throws Error that describes the invalid front matter
 */
export const splitFrontMatter = (written: string): Parts => {
  const text = written.replace(BEFORE_HEAD, '');
  for (const { name, fence, parse } of FORMS) {
    const [source, body] = inFences(text, fence) ?? [];
    if (source === undefined || body === undefined) continue;
    let head: unknown;
    try {
      head = parse(source);
    } catch (error) {
      const [line] = (error as Error).message.split('\n');
      throw new Error(`what stands above the text is not ${name}: ${line}`, { cause: error });
    }
    if (!isRecord(head)) throw new Error(`what stands above the text has no keys`);
    return { head, body };
  }
  const [, source, body] = JSON_HEAD.exec(text) ?? [];
  try {
    if (source !== undefined && body !== undefined) {
      return { head: JSON.parse(source) as Parts['head'], body };
    }
  } catch {
    // Invalid JSON: the Markdown text itself begins with a brace.
  }
  return inOpenHead(text) ?? { head: {}, body: text };
};
