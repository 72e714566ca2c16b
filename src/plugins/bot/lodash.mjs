/** Stands for `lodash` in the build: esbuild copies all functions of a package for each file that imports it as a whole. */
import { createRequire } from 'node:module';

export default createRequire(__filename)('lodash');
