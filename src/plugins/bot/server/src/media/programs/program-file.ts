import { createRequire } from 'node:module';
import path from 'node:path';

import { PACKAGE } from '../../core/constants';

/** Programs that run in a thread of their own. */
export type ThreadProgram = 'svg-worker' | 'recording-worker';

/**
 * The file of a program that runs beside the site, in a process or a thread of its own. It is looked for from the
 * package's folder, so that it is found from the sources too.
 */
export const programFile = (name: 'image-process' | ThreadProgram): string => {
  const folder = path.dirname(createRequire(__filename).resolve(`${PACKAGE}/package.json`));
  return path.join(folder, 'dist', name, 'index.js');
};
