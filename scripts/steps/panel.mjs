/**
 * `node scripts/steps/panel.mjs`: builds the admin panel into `dist/build`; the server is compiled already.
 *
 * Uses modules inside `@strapi/strapi` 5.54, in the order of its `strapi build`, which first checks all types with
 * packages that only developers have.
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
