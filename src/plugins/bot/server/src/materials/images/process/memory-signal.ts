/**
 * What ends a process that takes too much: no program is told this way to end, so that the site can
 * tell it from a crash. Windows has but one way.
 */
export const MEMORY_SIGNAL = process.platform === 'win32' ? 'SIGKILL' : 'SIGUSR2';
