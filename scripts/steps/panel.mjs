/**
 * `node scripts/steps/panel.mjs`: builds the admin panel into `dist/build`, after the server was compiled. Runs the
 * steps of `strapi build` without its check of types, which needs development packages.
 *
 * Relies on: modules inside `@strapi/strapi` 5.54, `dist/src/node`
 * Breaks if: Strapi moves or renames them; the build then fails
 * Checked by: tests/panel/the-panel-is-a-production-build.test.ts
 */
import { createRequire } from 'node:module';

import { endWith, root } from '../terminal.mjs';

const require = createRequire(`${root}/`);
const partOfStrapi = (name) => require(`${root}/node_modules/@strapi/strapi/dist/src/node/${name}`);

const buildPanel = async () => {
  const context = await partOfStrapi('create-build-context.js').createBuildContext({
    cwd: root,
    logger: { ...console, debug: () => {} },
    tsconfig: { config: { options: { outDir: 'dist' } } },
    options: { minify: true },
  });
  await partOfStrapi('staticFiles.js').writeStaticClientFiles(context);
  await partOfStrapi('vite/build.js').build(context);
};

buildPanel().catch(endWith);
