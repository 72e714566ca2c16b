import path from 'node:path';

/** Programs that run in a thread of their own. */
export type ThreadProgram = 'svg-worker' | 'recording-worker';

/**
 * The file of a program that runs beside the host, in a process or a thread of its own.
 * @param programs the folder of the host's build that has them; see the README
 */
export const programFile = (programs: string, name: 'image-process' | ThreadProgram): string =>
  path.join(programs, name, 'index.js');
