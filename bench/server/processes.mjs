import { readFileSync } from 'node:fs';

/** Clock ticks per second in Linux's process statistics. */
const TICKS = 100;
const PAGE = 4096;

/**
 * Values in a file of a process below `/proc` (proc(5)), without process id and name; empty if the process has ended.
 */
const fieldsOf = (file) => {
  try {
    return readFileSync(`/proc/${file}`, 'utf8').split(') ').at(-1).split(' ');
  } catch {
    return [];
  }
};

/** Sums a value over all child processes. Called often while a server becomes idle, so it must be cheap. */
const sumOfChildren = (valueOf) =>
  fieldsOf(`${process.pid}/task/${process.pid}/children`)
    .filter(Boolean)
    .reduce((sum, child) => sum + valueOf(child), 0);

/** Sum of two adjacent fields of `/proc/<pid>/stat`. Field 0 is `state`, the first field after the process name. */
const ticks = (pid, first) => {
  const stat = fieldsOf(`${pid}/stat`);
  return Number(stat[first] ?? 0) + Number(stat[first + 1] ?? 0);
};

/** CPU milliseconds of this process's children, running and ended. */
export const cpuOfChildren = () =>
  ((ticks(process.pid, 13) + sumOfChildren((pid) => ticks(pid, 11))) * 1000) / TICKS;

/** Resident bytes of this process's children. */
export const memoryOfChildren = () =>
  sumOfChildren((pid) => Number(fieldsOf(`${pid}/statm`)[1] ?? 0) * PAGE);
