import { createRequire } from 'node:module';

import { PACKAGE } from '../../constants';

/** Programs that run in a thread of their own. */
export type ThreadProgram = 'svg-worker' | 'recording-worker';

/**
 * The file of a program that runs beside the site, in a process or a thread of its own. The package's
 * own `exports` name these programs, so that they are found wherever the package was built to.
 */
export const programFile = (name: 'image-process' | ThreadProgram): string =>
  createRequire(__filename).resolve(`${PACKAGE}/${name}`);
