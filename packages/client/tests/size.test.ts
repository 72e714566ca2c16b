import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import { build, transform } from 'esbuild';

const DIST = path.join(__dirname, '../dist');

test('the client has at most 30 kilobytes, minified, with all that it needs', async () => {
  const code = await readFile(path.join(DIST, 'index.mjs'), 'utf8');
  const minified = await transform(code, { minify: true, format: 'esm' });
  expect(Buffer.byteLength(minified.code)).toBeLessThan(30_000);
  expect(code).not.toMatch(/from "(?!node:)|require\("/);
});

test('it is there for import and for require, with the same names', async () => {
  const required = createRequire(__filename)(path.join(DIST, 'index.cjs')) as object;
  const code = await readFile(path.join(DIST, 'index.mjs'), 'utf8');
  const [, exported = ''] = /export \{([^}]*)\};\s*$/.exec(code) ?? [];
  const names = exported.split(',').map((name) => name.trim());
  expect(Object.keys(required).sort()).toEqual(names.sort());
  expect(names).toContain('createClient');
});

test('a bundle for browsers needs no flags, and imports nothing of Node', async () => {
  const { outputFiles, warnings } = await build({
    stdin: {
      contents: "export * from '@fleet-bot/client'",
      resolveDir: path.join(__dirname, '../../..'),
    },
    bundle: true,
    format: 'esm',
    write: false,
    // Empty, because the `paths` of this repository's tsconfig would resolve to the sources, not to the package.
    tsconfigRaw: {},
  });
  const [{ text = '' } = {}] = outputFiles;
  expect(warnings).toEqual([]);
  expect(text).toContain('createClient');
  expect(text).not.toMatch(/node:|\brequire\(|\bimport\(/);
});
