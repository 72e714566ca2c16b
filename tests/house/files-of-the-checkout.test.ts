import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const read = (file: string) => readFile(path.join(root, file), 'utf8');

const READERS =
  /\b(?:text|required|list|integer|flag|choice|webAddress|baseAddress|origins|secret|contact|bearerToken|language|whereSet|env(?:\.\w+)?)\(\s*'([A-Z][A-Z0-9_]*)'/g;

/** Variables that Strapi itself reads, not a file of `config`. */
const BY_STRAPI = ['STRAPI_TELEMETRY_DISABLED'];

const variablesOfConfig = async (): Promise<string[]> => {
  const files = (await readdir(path.join(root, 'config'), { recursive: true })).filter((name) =>
    name.endsWith('.ts')
  );
  const sources = await Promise.all(files.map((name) => read(`config/${name}`)));
  return sources.flatMap((source) => [...source.matchAll(READERS)].map((match) => match[1] ?? ''));
};

describe('package-lock.json', () => {
  it('names no host that packages were loaded from', async () => {
    const lock = await read('package-lock.json');
    const sources = [...lock.matchAll(/"resolved": "([^"]*)"/g)].map((match) => match[1]);
    // Packages of this repository are linked by their folders.
    const folders = /^(?:packages|src\/plugins)\/[\w-]+$/;
    expect(sources.filter((source) => !folders.test(source ?? ''))).toEqual([]);
    expect(lock).not.toContain('.tgz');
  });
});

describe('.env.example', () => {
  it('names each variable that config reads, and no other', async () => {
    const example = await read('.env.example');
    const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1]);
    const used = new Set([...(await variablesOfConfig()), ...BY_STRAPI]);
    expect([...named].sort()).toEqual([...used].sort());
  });

  it('says of each variable what it is for', async () => {
    const lines = (await read('.env.example')).split('\n');
    lines.forEach((line, index) => {
      if (/^#?[A-Z][A-Z0-9_]*=/.test(line)) expect(lines[index - 1]).toMatch(/^# \S.* \S/);
    });
  });
});

describe('.changeset', () => {
  it('speaks of packages that are published, and of no other: changesets refuses the rest', async () => {
    const packages = ['src/plugins/bot', 'packages/client'];
    const names = packages.map(
      async (folder) => (JSON.parse(await read(`${folder}/package.json`)) as { name: string }).name
    );
    const published = (await Promise.all(names)).map((name) => `'${name}': (patch|minor|major)\n`);
    const files = (await readdir(path.join(root, '.changeset'))).filter(
      (file) => file.endsWith('.md') && file !== 'README.md'
    );
    for (const file of files) {
      const [, head = ''] = (await read(`.changeset/${file}`)).split('---\n');
      expect([file, head]).toEqual([
        file,
        expect.stringMatching(new RegExp(`^(${published.join('|')})+$`)),
      ]);
    }
  });
});

describe('.github/workflows', () => {
  it('names each action by a commit, and says which version that is', async () => {
    const files = await readdir(path.join(root, '.github/workflows'));
    const sources = await Promise.all(files.map((name) => read(`.github/workflows/${name}`)));
    const actions = sources.flatMap((source) => source.match(/^.*\buses:.*$/gm) ?? []);
    expect(actions).not.toEqual([]);
    for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

describe('compose.yaml', () => {
  it('sets only variables that the site reads', async () => {
    const compose = await read('compose.yaml');
    const environment =
      /\n {2}site:\n[^]*?\n {4}environment:\n((?: {6}.*\n)+)/.exec(compose)?.[1] ?? '';
    const set = [...environment.matchAll(/^ {6}([A-Z][A-Z0-9_]*):/gm)].map((match) => match[1]);
    expect(set).toContain('BOT_API_TOKEN');
    const example = await read('.env.example');
    for (const name of set) expect(example).toMatch(new RegExp(`^#?${name}=`, 'm'));
  });
});
