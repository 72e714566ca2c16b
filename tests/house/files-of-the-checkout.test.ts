import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const read = (file: string) => readFile(path.join(root, file), 'utf8');

const READERS =
  /\b(?:text|required|list|integer|flag|choice|webAddress|env(?:\.\w+)?)\(\s*'([A-Z][A-Z0-9_]*)'/g;

/** Read by Strapi itself, not by a file of config. */
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
    expect(lock).not.toContain('"resolved"');
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
