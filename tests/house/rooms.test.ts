import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

/** Maximum number of files in a folder, without those of subfolders. */
const MOST_FILES = 12;
/** The public files of a feature. */
const FACE = new Set(['feature.ts', 'index.ts', 'events.ts', 'settings.ts']);

const server = path.resolve(__dirname, '../../src/plugins/bot/server/src');
const files = readdirSync(server, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name));

/** The files that a file imports, including type imports, which ESLint's rule against cycles ignores. */
const importsOf = (file: string): string[] =>
  ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles.flatMap(({ fileName }) => {
    const target = path.resolve(path.dirname(file), fileName);
    const found = [`${target}.ts`, path.join(target, 'index.ts')].find((it) => files.includes(it));
    return fileName.startsWith('.') && found !== undefined ? [found] : [];
  });

const graph = new Map(
  files.filter((file) => file.endsWith('.ts')).map((file) => [file, importsOf(file)])
);

const findCircle = (): string[] | undefined => {
  const done = new Set<string>();
  const follow = (file: string, way: string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const circle = follow(next, [...way, file]);
      if (circle !== undefined) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = follow(file, []);
    if (circle !== undefined) return circle.map((it) => path.relative(server, it));
  }
  return undefined;
};

it('has no file of the server import itself, by way of whatever others', () => {
  expect([...graph.values()].flat()).not.toEqual([]);
  expect(findCircle()).toBeUndefined();
});

it(`has no room of the server hold more than ${MOST_FILES} files`, () => {
  const rooms = new Map<string, number>();
  for (const file of files.filter((one) => !FACE.has(path.basename(one)))) {
    const room = path.relative(server, path.dirname(file));
    rooms.set(room, (rooms.get(room) ?? 0) + 1);
  }
  expect([...rooms].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});
