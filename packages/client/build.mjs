/** `npm run build`: bundles the client (ES module, CommonJS, browsers) and the command. Types: `build-types.mjs`. */
import { rmSync } from 'node:fs';
import path from 'node:path';

import { build } from 'esbuild';

/** Evaluates `tables.ts` at build time and bundles only its values, without the schemas that it imports. */
const evaluated = {
  name: 'evaluated',
  setup: ({ onLoad }) =>
    onLoad({ filter: /client\/src\/http\/tables\.ts$/ }, async ({ path }) => {
      const options = { bundle: true, write: false, format: 'esm', platform: 'node' };
      const { outputFiles } = await build({ ...options, entryPoints: [path] });
      const code = Buffer.from(outputFiles[0].contents).toString('base64');
      const constants = await import(`data:text/javascript;base64,${code}`);
      const lines = Object.entries(constants).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`
      );
      return { contents: lines.join('\n') };
    }),
};

/** Replaces `files.ts`, which needs Node, by `files.browser.ts`. */
const forBrowsers = {
  name: 'for-browsers',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/files$/ }, () => ({ path: path.resolve('src/files.browser.ts') })),
};

const common = { bundle: true, outdir: 'dist', target: 'node20', logLevel: 'warning' };
const client = {
  ...common,
  entryPoints: ['src/index.ts'],
  platform: 'neutral',
  mainFields: ['module', 'main'],
  external: ['node:*'],
  plugins: [evaluated],
};

rmSync('dist', { recursive: true, force: true });
await Promise.all([
  build({ ...client, format: 'esm', outExtension: { '.js': '.mjs' } }),
  build({ ...client, format: 'cjs', outExtension: { '.js': '.cjs' } }),
  build({
    ...client,
    entryPoints: { browser: 'src/index.ts' },
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    external: [],
    plugins: [evaluated, forBrowsers],
  }),
  build({
    ...common,
    entryPoints: { 'command/index': 'src/command/index.ts' },
    platform: 'node',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    // Commander is CommonJS and loads modules of Node with `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  }),
]);
