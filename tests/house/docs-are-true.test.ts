import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

import { ERRORS, OPERATIONS } from '@fleet-bot/protocol';

import plugin from '../../src/plugins/bot/server/src';
import { FEATURES } from '../../src/plugins/bot/server/src/features';

const root = path.resolve(__dirname, '../..');
const read = (file: string) => readFile(path.join(root, file), 'utf8');

/** Returns the cells of all table rows in a page. */
const rowsOf = (page: string): string[][] =>
  [...page.matchAll(/^\|(.*)\|$/gm)].map((match) =>
    (match[1] ?? '').split('|').map((cell) => cell.trim())
  );

const codesIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((m) => m[1] ?? '');

describe('docs/interface.md', () => {
  it('names each error that is answered, with its status, and no other', async () => {
    const rows = rowsOf(await read('docs/interface.md'));
    const documented = rows.flatMap(([status = '', codes]) => {
      const statuses = status.match(/\d{3}/g);
      return statuses === null
        ? []
        : codesIn(codes).map((code, index) => [code, Number(statuses[index] ?? statuses[0])]);
    });
    const answered = Object.entries(ERRORS).map(([code, [status]]) => [code, status]);
    expect(documented.sort()).toEqual(answered.sort());
  });

  it('names each endpoint, and no other', async () => {
    const named = rowsOf(await read('docs/interface.md')).flatMap(([first]) => codesIn(first));
    const endpoints = Object.values(OPERATIONS).map(
      ({ method, path: place }) => `${method} ${place}`
    );
    expect(named.filter((code) => /^[A-Z]+ \//.test(code)).sort()).toEqual(endpoints.sort());
  });
});

describe('docs/architecture.md', () => {
  it('names the features with what they need and bring, as their list does', async () => {
    const page = await read('docs/architecture.md');
    const [table = ''] = /\n### Features\n[^]*?\n### /.exec(page) ?? [];
    const documented = rowsOf(table)
      .slice(2)
      .map(([name, _does, canBeOff, ...brings]) => [name, canBeOff, ...brings]);
    const code = (names: string[]): string => names.map((name) => `\`${name}\``).join(', ');
    expect(documented).toEqual(
      FEATURES.map(({ name, isRequired, needs = [], settings = [], contentTypes, tables = [] }) => [
        code([name]),
        isRequired ? 'no' : 'yes',
        code(needs.map((needed) => needed.name)),
        code(settings.map((one) => one.name)),
        code([...Object.keys(contentTypes ?? {}), ...tables]),
      ])
    );
  });
});

describe('docs/configuration.md', () => {
  it('names each variable of .env.example, and no other', async () => {
    const rows = rowsOf(await read('docs/configuration.md'));
    const documented = rows.flatMap(([names]) => codesIn(names));
    const example = await read('.env.example');
    const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1]);
    expect(documented.sort()).toEqual(named.sort());
  });
});

/** Options that the tables list as a whole, or in a separate table. */
const WHOLE = ['attributes', 'features', 'fields'];

/** Paths of all settings that are not objects. */
const pathsIn = (settings: object, prefix = ''): string[] =>
  Object.entries(settings).flatMap(([name, value]: [string, unknown]) => {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isGroup && !WHOLE.includes(name) ? pathsIn(value, `${name}.`) : [prefix + name];
  });

describe("the plugin's README", () => {
  it('names each option, and no other', async () => {
    const page = await read('src/plugins/bot/README.md');
    const [options = ''] = /\n## Options\n[^]*?\n## /.exec(page) ?? [];
    const documented = rowsOf(options).flatMap(([names]) => {
      const [first = '', ...others] = codesIn(names);
      return [first, ...others.map((name) => name.replace(/^\./, `${first.split('.')[0]}.`))];
    });
    expect(documented.filter(Boolean).sort()).toEqual(pathsIn(plugin.config.default).sort());
  });
});

describe('README.md and docs', () => {
  it('speak of files that are there', async () => {
    const pages = [
      'README.md',
      'src/plugins/bot/README.md',
      'bench/README.md',
      'tests/chaos/README.md',
      ...(await readdir(path.join(root, 'docs'), { recursive: true }))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name}`),
    ];
    const missing: string[] = [];
    for (const page of pages) {
      const text = await read(page);
      const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map((m) =>
        path.join(path.dirname(page), m[1] ?? '')
      );
      const tests = [...text.matchAll(/`((?:tests|scripts|src|docs|bench)\/[\w./-]+)`/g)].map(
        (match) => match[1] ?? ''
      );
      for (const file of [...links, ...tests]) {
        if (!existsSync(path.join(root, file))) missing.push(`${page}: ${file}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
