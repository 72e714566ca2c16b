import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { PlainError } from '../say.mjs';

/**
 * Reads the compiled settings once, so that a wrong variable is told before the long steps and not
 * after them.
 *
 * @throws PlainError with one line that names the variable.
 */
export const checkConfiguration = (root) => {
  const require = createRequire(path.join(root, 'package.json'));
  const { env } = require('@strapi/utils');
  const folder = path.join(root, 'dist/config');
  for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    const { default: settings } = require(path.join(folder, file));
    try {
      if (typeof settings === 'function') settings({ env });
    } catch (error) {
      throw new PlainError(error.message);
    }
  }
};
