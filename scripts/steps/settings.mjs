import { createRequire } from 'node:module';
import path from 'node:path';

import { PlainError } from '../say.mjs';

/**
 * Reads the settings before anything is built, which takes a minute and would fail on a wrong one with a
 * stack: from their sources, as there may be nothing compiled yet.
 *
 * @throws PlainError with the line that names a wrong one
 */
export const readSettings = async (root) => {
  const { build } = createRequire(path.join(root, 'package.json'))('esbuild');
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'config/environment/all.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    write: false,
  });
  const { readSettings: read } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
  try {
    return read();
  } catch (error) {
    throw error.name === 'EnvironmentError' ? new PlainError(error.message) : error;
  }
};
