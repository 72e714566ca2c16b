import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

/** Maximum number of files in a folder, without those of subfolders. */
const MOST_FILES = 12;
/** The public files of a feature. */
const FACE = new Set(['feature.ts', 'index.ts', 'events.ts', 'settings.ts']);

const SERVER = 'src/plugins/bot/server/src';
const root = path.resolve(__dirname, '../..');

/** Lists the files below a folder of the checkout. */
const filesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** Maps each source file to the files that it imports, including type imports, which ESLint's rule against cycles ignores. */
const importsIn = (folder: string): Map<string, string[]> => {
  const files = filesIn(folder).filter((file) => /\.tsx?$/.test(file));
  const importsOf = (file: string): string[] =>
    ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles.flatMap(({ fileName }) => {
      const target = path.resolve(path.dirname(file), fileName);
      const candidates = [`${target}.ts`, `${target}.tsx`, path.join(target, 'index.ts')];
      const found = candidates.find((it) => files.includes(it));
      return fileName.startsWith('.') && found !== undefined ? [found] : [];
    });
  return new Map(files.map((file) => [file, importsOf(file)]));
};

const findCycle = (graph: Map<string, string[]>): string[] | undefined => {
  const done = new Set<string>();
  const follow = (file: string, way: string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const cycle = follow(next, [...way, file]);
      if (cycle !== undefined) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = follow(file, []);
    if (cycle !== undefined) return cycle.map((it) => path.relative(root, it));
  }
  return undefined;
};

it.each([
  SERVER,
  'src/plugins/bot/admin/src',
  'src/api',
  'packages/client/src',
  'packages/media/src',
  'packages/protocol/src',
])('no file in %s imports itself through others', (folder) => {
  const graph = importsIn(folder);
  expect([...graph.values()].flat()).not.toEqual([]);
  expect(findCycle(graph)).toBeUndefined();
});

it(`no folder of the server holds more than ${MOST_FILES} files`, () => {
  const folders = new Map<string, number>();
  for (const file of filesIn(SERVER).filter((one) => !FACE.has(path.basename(one)))) {
    const folder = path.relative(root, path.dirname(file));
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  expect([...folders].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});
