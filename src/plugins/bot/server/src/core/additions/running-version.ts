import { createRequire } from 'node:module';

import { PACKAGE } from '../constants';

/** The version of this package. */
export const runningVersion = (): string =>
  (createRequire(__filename)(`${PACKAGE}/package.json`) as { version: string }).version;
