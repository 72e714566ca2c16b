import path from 'node:path';

/** Folder with the bundled programs of this package. */
export const PROGRAMS = path.join(__dirname, '../dist');
