import path from 'node:path';

/** Where the build of this package has its programs. */
export const PROGRAMS = path.join(__dirname, '../dist');
